internal import CGStreamer
internal import CameraDevices
internal import GStreamer
internal import Recording
internal import Synchronization

/// `gstcamsrc`: the source stages of a template, for the camera and the microphone that the engine chooses.
final class SourceElement: ElementImplementation {
    private struct State {
        var settings = SourceSettings()
        /// What the stages inside were made from; nil without any.
        var made: SourceSettings?
    }

    private let element: ElementAddress
    private let state = Mutex(State())

    init(element: ElementAddress) {
        self.element = element
        // The bins around look whether there is a source, to send an end to, before the stages are made.
        let flag = GST_ELEMENT_FLAG_SOURCE
        gst_bin_set_suppressed_flags(element.cast(to: GstBin.self), flag)
        element.pointer.pointee.object.flags |= flag.rawValue
    }

    func setProperty(_ name: String, to value: PropertyContent) {
        guard case .text(let text) = value else { return }
        state.withLock { $0.settings[name] = text }
    }

    func property(_ name: String) -> PropertyContent {
        state.withLock { $0.settings[name] }.map { .text($0) } ?? .none
    }

    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn {
        switch transition {
        case GST_STATE_CHANGE_NULL_TO_READY:
            do throws(CaptureError) {
                try open()
            } catch {
                fail(error)
                return GST_STATE_CHANGE_FAILURE
            }
        case GST_STATE_CHANGE_READY_TO_PAUSED: lockMicrophone()
        default: break
        }
        return parent(transition)
    }

    // MARK: - Stages

    /// Makes the stages and their pads; those that are there stay, with their links, until a property changes.
    private func open() throws(CaptureError) {
        let settings = state.withLock { $0.settings }
        guard state.withLock({ $0.made }) != settings else { return }
        removeStages()
        let selection = try CaptureSelection(options: settings.options())
        let stages = try SourceStages(selection)
        let video = "\(stages.video) ! identity name=video-end"
        // Where both come from one element, the sound must have somewhere to go even if nobody takes it.
        let audio = stages.audio.map { "\($0) ! tee name=audio-end allow-not-linked=true" }
        if stages.isShared {
            let stage = try makeStage("shared", video + "  " + (audio ?? ""))
            TestPattern.draw(into: stage.element, of: selection)
            try addPad("video", of: stage)
            try addPad("audio", of: stage)
        } else {
            let stage = try makeStage("camera-stage", video)
            TestPattern.draw(into: stage.element, of: selection)
            try addPad("video", of: stage)
            if let audio {
                let stage = try makeStage(SourceElement.microphoneStage, audio)
                // Nobody's microphone is opened for nothing.
                gst_element_set_locked_state(stage.pointer, 1)
                try addPad("audio", of: stage)
            }
        }
        gst_element_no_more_pads(element.pointer)
        state.withLock { $0.made = settings }
    }

    private static let microphoneStage = "microphone-stage"

    private func makeStage(_ name: String, _ text: String) throws(CaptureError) -> ElementAddress {
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard let made = gst_parse_bin_from_description(text, 0, &error), error == nil else {
            throw CaptureError(
                .missingElement,
                "the camera's pipeline cannot be built: "
                    + (error?.pointee.message.map { String(cString: $0) } ?? "it is not understood"),
                advice: "Install what is missing, or check the template with gstcam templates check",
                detail: text
            )
        }
        let stage = ElementAddress(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self))
        gst_object_set_name(stage.cast(to: GstObject.self), name)
        gst_bin_add(element.cast(to: GstBin.self), stage.pointer)
        return stage
    }

    /// Leads the end of a stage out of its own bin and out of this one.
    private func addPad(_ name: String, of stage: ElementAddress) throws(CaptureError) {
        guard let end = gst_bin_get_by_name(stage.cast(to: GstBin.self), "\(name)-end") else { return }
        defer { gst_object_unref(end) }
        let target =
            name == "video"
            ? gst_element_get_static_pad(end, "src") : gst_element_request_pad_simple(end, "src_%u")
        defer { target.map { gst_object_unref($0) } }
        guard let target, let inner = gst_ghost_pad_new(name, target),
            let template = element.padTemplate(name)
        else { throw CaptureError(.internalFailure, "the camera's pipeline has no pad") }
        gst_pad_set_active(inner, 1)
        gst_element_add_pad(stage.pointer, inner)
        guard let outer = gst_ghost_pad_new_from_template(name, inner, template) else { return }
        gst_pad_set_active(outer, 1)
        gst_element_add_pad(element.pointer, outer)
    }

    /// Keeps the microphone closed unless its pad is linked.
    private func lockMicrophone() {
        guard let stage = gst_bin_get_by_name(element.cast(to: GstBin.self), SourceElement.microphoneStage)
        else { return }
        defer { gst_object_unref(stage) }
        guard let pad = gst_element_get_static_pad(element.pointer, "audio") else { return }
        defer { gst_object_unref(pad) }
        let isUnlinked = gst_pad_is_linked(pad) == 0
        gst_element_set_locked_state(stage, isUnlinked ? 1 : 0)
        // It was linked before, and what is locked stays as it is.
        if isUnlinked { gst_element_set_state(stage, GST_STATE_NULL) }
    }

    private func removeStages() {
        for name in ["video", "audio"] {
            guard let pad = gst_element_get_static_pad(element.pointer, name) else { continue }
            gst_element_remove_pad(element.pointer, pad)
            gst_object_unref(pad)
        }
        while let child = element.cast(to: GstBin.self).pointee.children?.pointee.data {
            let stage = child.assumingMemoryBound(to: GstElement.self)
            gst_element_set_locked_state(stage, 0)
            gst_element_set_state(stage, GST_STATE_NULL)
            gst_bin_remove(element.cast(to: GstBin.self), stage)
        }
        state.withLock { $0.made = nil }
    }

    // MARK: - Errors

    private func fail(_ error: CaptureError) {
        let code: GstResourceError =
            switch error.code {
            case .noSuchDevice, .ambiguousDevice: GST_RESOURCE_ERROR_NOT_FOUND
            case .deviceBusy: GST_RESOURCE_ERROR_BUSY
            case .permissionDenied: GST_RESOURCE_ERROR_NOT_AUTHORIZED
            case .unreadableFile: GST_RESOURCE_ERROR_OPEN_READ
            default: GST_RESOURCE_ERROR_SETTINGS
            }
        gst_element_message_full(
            element.pointer,
            GST_MESSAGE_ERROR,
            gst_resource_error_quark(),
            Int32(code.rawValue),
            g_strdup(error.description),
            g_strdup(error.detail),
            #fileID,
            #function,
            #line
        )
    }
}
