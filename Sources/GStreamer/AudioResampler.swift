internal import CGStreamer

/// Stretches sound a little, by a ratio that may change at any time; 16-bit interleaved samples.
///
/// It belongs to one thread at a time. The corresponding C type is `GstAudioResampler`.
public struct AudioResampler: ~Copyable {
    /// How fine the ratio is.
    ///
    /// Rates are whole numbers in C; with so many parts of a sample per second the ratio is good to two millionths. C
    /// makes a table with an entry for each, so there cannot be many more.
    private static let fineness = 10.0

    private let pointer: OpaquePointer
    private let rate: Int
    private let channels: Int
    /// What C was told last.
    private var inputRate: Int32

    /// Nil when C has no resampler for this.
    ///
    /// - Parameters:
    ///   - rate: Samples per second and channel.
    ///   - channels: Number of channels.
    public init?(rate: Int, channels: Int) {
        guard let options = gst_structure_new_empty("options") else { return nil }
        defer { gst_structure_free(options) }
        // Without this C rounds the ratio until it is a simple one.
        var exact = GValue()
        g_value_init(&exact, gst_shim_type_double())
        g_value_set_double(&exact, 0)
        gst_structure_set_value(options, "GstAudioResampler.max-phase-error", &exact)
        let fine = Int32(Double(rate) * AudioResampler.fineness)
        guard
            let made = gst_audio_resampler_new(
                GST_AUDIO_RESAMPLER_METHOD_KAISER,
                GST_AUDIO_RESAMPLER_FLAG_VARIABLE_RATE,
                GST_AUDIO_FORMAT_S16LE,
                Int32(channels),
                fine,
                fine,
                options
            )
        else { return nil }
        pointer = made
        self.rate = rate
        self.channels = channels
        inputRate = fine
    }

    deinit { gst_audio_resampler_free(pointer) }

    /// How much longer the output is than the input from now on: 1.01 makes a hundred samples into a hundred and one.
    ///
    /// The corresponding C function is `gst_audio_resampler_update`.
    public mutating func setStretch(_ stretch: Double) {
        let fine = Double(rate) * AudioResampler.fineness
        let wanted = Int32((fine / stretch).rounded())
        guard wanted != inputRate else { return }
        inputRate = wanted
        gst_audio_resampler_update(pointer, wanted, Int32(fine), nil)
    }

    /// Takes samples, and returns those that are ready; the filter keeps less than a millisecond.
    ///
    /// The corresponding C function is `gst_audio_resampler_resample`.
    public func resample(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        let bytes = 2 * channels
        let count = input.count / bytes
        let ready = Int(gst_audio_resampler_get_out_frames(pointer, UInt(count)))
        return [UInt8](unsafeUninitializedCapacity: ready * bytes) { output, initialized in
            var source: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(mutating: input.baseAddress)
            var target: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(output.baseAddress)
            gst_audio_resampler_resample(pointer, &source, UInt(count), &target, UInt(ready))
            initialized = ready * bytes
        }
    }
}
