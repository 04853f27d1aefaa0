import GStreamer
import Testing

/// Media formats taken apart.
struct CapsTests {
    init() throws { try Gst.initialize() }

    private func value(_ text: String) throws -> CapsValue {
        try #require(try Caps(parsing: "video/x-raw, field=\(text)").structures.first?["field"])
    }

    @Test func plainValuesAreRead() throws {
        #expect(try value("640") == .integer(640))
        #expect(try value("-3") == .integer(-3))
        #expect(try value("(gint64)9000000000") == .integer(9_000_000_000))
        #expect(try value("true") == .integer(1))
        #expect(try value("NV12") == .string("NV12"))
        #expect(try value("\"two words\"") == .string("two words"))
        #expect(try value("30000/1001") == .fraction(numerator: 30_000, denominator: 1001))
    }

    @Test func rangesAreRead() throws {
        #expect(try value("[ 1, 100 ]") == .integerRange(minimum: 1, maximum: 100, step: 1))
        #expect(try value("[ 16, 64, 16 ]") == .integerRange(minimum: 16, maximum: 64, step: 16))
        #expect(
            try value("[ 0/1, 2147483647/1 ]")
                == .fractionRange(minimum: [0, 1], maximum: [2_147_483_647, 1])
        )
    }

    @Test func listsAreReadInOrder() throws {
        #expect(try value("{ NV12, I420 }") == .list([.string("NV12"), .string("I420")]))
        #expect(
            try value("{ 60/1, 30/1 }")
                == .list([
                    .fraction(numerator: 60, denominator: 1), .fraction(numerator: 30, denominator: 1),
                ])
        )
        #expect(
            try value("{ [ 1, 5 ], 9 }")
                == .list([.integerRange(minimum: 1, maximum: 5, step: 1), .integer(9)])
        )
    }

    @Test func otherValuesComeAsText() throws {
        #expect(try value("(bitmask)0x3") == .other("0x0000000000000003"))
        #expect(try value("< 1, 2 >") == .other("< (int)1, (int)2 >"))
    }

    @Test func everyStructureComesInOrder() throws {
        let caps = try Caps(
            parsing: "image/jpeg, width=1280, height=720; video/x-raw, format=YUY2, framerate=30/1"
        )
        #expect(caps.structures.map(\.name) == ["image/jpeg", "video/x-raw"])
        #expect(caps.structures.first?.fields == ["width": .integer(1280), "height": .integer(720)])
        #expect(caps.structures.last?["framerate"] == .fraction(numerator: 30, denominator: 1))
        #expect(caps.structures.last?["width"] == nil)
    }

    @Test func anyAndEmptyHaveNoStructures() throws {
        #expect(try Caps(parsing: "ANY").structures.isEmpty)
        #expect(try Caps(parsing: "EMPTY").structures.isEmpty)
    }

    @Test func equalityIsByMeaning() throws {
        let caps = try Caps(parsing: "video/x-raw, width=640, height=480")
        #expect(caps.isEqual(to: try Caps(parsing: "video/x-raw, height=(int)480, width=(int)640")))
        #expect(!caps.isEqual(to: try Caps(parsing: "video/x-raw, width=640, height=481")))
        #expect(!caps.isEqual(to: try Caps(parsing: "video/x-raw, width=640")))
    }

    @Test func theTextIsReadBackTheSame() throws {
        let caps = try Caps(parsing: "video/x-raw, format={ NV12, I420 }, framerate=[ 1/1, 60/1 ]")
        #expect(try Caps(parsing: caps.description).isEqual(to: caps))
    }
}
