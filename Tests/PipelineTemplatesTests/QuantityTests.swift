import PipelineTemplates
import Testing

@Suite struct QuantityTests {
    @Test(
        arguments: [
            ("500ms", 500_000_000), ("10s", 10_000_000_000), ("5m", 300_000_000_000),
            ("1h", 3_600_000_000_000),
            ("90", 90_000_000_000), ("1.5s", 1_500_000_000), ("0", 0), ("0s", 0), (".5", 500_000_000),
            ("2 min", 120_000_000_000), ("7us", 7_000), ("3ns", 3), ("0.4ns", 0), ("1.6ns", 2),
            ("9223372036s", 9_223_372_036_000_000_000),
        ] as [(String, Int64)]
    )
    func durationsBecomeNanoseconds(text: String, nanoseconds: Int64) throws {
        #expect(try Quantity.duration(text) == nanoseconds)
    }

    @Test(arguments: [
        ("800k", 800_000), ("4M", 4_000_000), ("2.5M", 2_500_000), ("128000", 128_000), ("4m", 4_000_000),
        ("800 kbit", 800_000), ("1Gbit/s", 1_000_000_000), ("96kbps", 96_000), ("1", 1),
    ])
    func bitratesBecomeBitsPerSecond(text: String, bits: Int) throws {
        #expect(try Quantity.bitrate(text) == bits)
    }

    @Test(
        arguments: [
            ("200MB", 200_000_000), ("4GiB", 4_294_967_296), ("100k", 100_000), ("16MiB", 16_777_216),
            ("1.5Ki", 1_536), ("0", 0), ("123", 123), ("2TB", 2_000_000_000_000), ("7B", 7),
            ("9223372036854775807", .max),
        ] as [(String, Int64)]
    )
    func sizesBecomeBytes(text: String, bytes: Int64) throws {
        #expect(try Quantity.size(text) == bytes)
    }

    @Test(arguments: [
        ("30", "30/1"), ("30/1", "30/1"), ("60/2", "30/1"), ("29.97", "30000/1001"), ("59.94", "60000/1001"),
        ("23.976", "24000/1001"), ("23.98", "24000/1001"), ("119.88", "120000/1001"), ("12.5", "25/2"),
        ("0.1", "1/10"), ("30.00", "30/1"), ("24.0", "24/1"), ("30000/1001", "30000/1001"), ("0", "0/1"),
        ("29.97002997", "30000/1001"), ("2147483647", "2147483647/1"),
    ])
    func fractionsAreReduced(text: String, fraction: String) throws {
        #expect(try Quantity.fraction(text).description == fraction)
    }

    @Test(arguments: [
        ("true", true), ("Yes", true), ("ON", true), ("1", true), ("false", false), ("no", false),
        ("off", false), ("0", false),
    ])
    func boolsTakeTheUsualWords(text: String, value: Bool) throws {
        #expect(try Quantity.bool(text) == value)
    }

    @Test(arguments: [
        "", " ", "abc", "-1s", "+1", "1..5", "1.5.5", "10 parsecs", "1e3", "0x10", ".", "s", "1s1s", "١s",
        "∞",
        "99999999999999999999999999999999", "9223372037s", "99999999999999h", "1.0000000001111s", "1\u{0}s",
    ])
    func whatIsNoDurationSaysWhatIsOne(text: String) {
        #expect {
            try Quantity.duration(text)
        } throws: {
            ($0 as? QuantityError)?.hint == "Write for example 500ms, 10s, 5m, 1h or 90 (seconds)."
        }
    }

    @Test(arguments: ["", "0", "0M", "4X", "4MB", "-4M", "99999999999999999999G", "1/2"])
    func whatIsNoBitrateIsRefused(text: String) {
        #expect(throws: QuantityError.self) { try Quantity.bitrate(text) }
    }

    @Test(arguments: ["", "1.5.5M", "4 parsec", "-1", "9223372036854775808", "9999999TiB", "1e9"])
    func whatIsNoSizeIsRefused(text: String) {
        #expect(throws: QuantityError.self) { try Quantity.size(text) }
    }

    @Test(arguments: [
        "", "/", "30/", "/1", "30/0", "1/2/3", "-30", "30fps", "1.5/2", "30/1.5", "2147483648",
        "4294967296/2147483649",
        "0.00000000001", "99999999999999999999999/1",
    ])
    func whatIsNoFractionIsRefused(text: String) {
        #expect(throws: QuantityError.self) { try Quantity.fraction(text) }
    }

    @Test func errorsAreWholeSentences() {
        let problem = { (read: () throws(QuantityError) -> Void) in
            do throws(QuantityError) {
                try read()
                return ""
            } catch { return error.description }
        }
        #expect(
            problem { () throws(QuantityError) in _ = try Quantity.bitrate("fast") }
                == #""fast" is not a bit rate. Write for example 800k, 4M, 2.5M or 128000 (bits per second)."#
        )
        #expect(
            problem { () throws(QuantityError) in _ = try Quantity.size("9999999999TB") }
                == #""9999999999TB" is too large for a size. Write for example 100k, 200MB, 4GiB or 1000000 (bytes)."#
        )
        #expect(
            problem { () throws(QuantityError) in _ = try Quantity.fraction("30fps") }
                == #""30fps" is not a fraction. Write for example 30, 30/1, 12.5 or 29.97."#
        )
        #expect(
            problem { () throws(QuantityError) in _ = try Quantity.bool("maybe") }
                == #""maybe" is neither yes nor no. Write true or false (yes, no, on and off do too)."#
        )
        #expect(
            problem { () throws(QuantityError) in _ = try Quantity.bitrate("0k") }
                == "a bit rate is more than zero. Write for example 800k, 4M, 2.5M or 128000 (bits per second)."
        )
    }

    @Test func fractionsRefuseWhatGStreamerCannotHold() {
        #expect(Fraction(numerator: 30, denominator: 0) == nil)
        #expect(Fraction(numerator: -1, denominator: 1) == nil)
        #expect(Fraction(numerator: .max, denominator: 1) == nil)
        #expect(Fraction(numerator: .max, denominator: .max)?.description == "1/1")
        #expect(Fraction(numerator: 0, denominator: .max)?.description == "0/1")
        #expect(Fraction(numerator: 50, denominator: 2) == Fraction(25))
        #expect(Fraction(25).value == 25)
    }
}
