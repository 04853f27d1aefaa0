import GStreamer

@testable import Recording

/// A state machine with a clock, and everything it asked for.
struct MachineRun {
    var machine: RecordingStateMachine
    private(set) var now = ClockTime.milliseconds(1000)
    private(set) var actions: [RecordingStateMachine.Action] = []

    init(bridgesGaps: Bool = false, deadlines: RecordingStateMachine.Deadlines = .init()) {
        machine = RecordingStateMachine(
            deviceName: "the camera",
            bridgesGaps: bridgesGaps,
            deadlines: deadlines
        )
    }

    /// An event without its values, so that events can be compared and drawn.
    enum Kind: CaseIterable {
        case start, opened, picture, stop, handOver, inputEnded, endOfStream, failed, inputFailed, inputAway,
            fileOpened
        case fileExamined, tornDown, tick

        var value: RecordingStateMachine.Event {
            switch self {
            case .start: .start
            case .opened: .opened
            case .picture: .picture
            case .stop: .stop(.stopped, nil)
            case .handOver: .handOver
            case .inputEnded: .inputEnded
            case .endOfStream: .endOfStream
            case .failed: .failed(.failed, CaptureError(.encoderFailed, "the encoder failed"))
            case .inputFailed: .inputFailed(.deviceLost, CaptureError(.deviceLost, "the camera is gone"))
            case .inputAway: .inputAway(.deviceLost, CaptureError(.deviceLost, "the camera is away"))
            case .fileOpened: .fileOpened
            case .fileExamined: .fileExamined
            case .tornDown: .tornDown
            case .tick: .tick
            }
        }
    }

    static var allEvents: [Kind] { Kind.allCases }

    mutating func wait(_ milliseconds: Int64) { now += .milliseconds(milliseconds) }

    @discardableResult
    mutating func send(_ event: RecordingStateMachine.Event) -> [RecordingStateMachine.Action] {
        let new = machine.handle(event, at: now)
        actions += new
        return new
    }

    static func completion(in actions: [RecordingStateMachine.Action]) -> (EndReason, CaptureError?)? {
        for case .complete(let reason, let error) in actions { return (reason, error) }
        return nil
    }
}
