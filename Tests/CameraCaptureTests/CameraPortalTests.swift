import Dispatch
import Foundation
import GStreamer
import Synchronization
import Testing

@testable import CameraCapture

/// The portal is asked once, whatever it does, and everybody who asked gets exactly one answer.
@Suite(.serialized) struct CameraPortalTests {
    /// A portal with the question that `CaptureAccess` asks it.
    private struct Asked {
        let portal: CameraPortal
        let question: AskedOnce

        init(_ address: String, patience: ClockTime = .seconds(120)) {
            let portal = CameraPortal(busAddress: address, patience: patience)
            self.portal = portal
            question = AskedOnce(on: DispatchQueue(label: "test.answers")) { portal.ask() }
        }

        func request() async -> Bool {
            await withCheckedContinuation { continuation in
                question.request { continuation.resume(returning: $0) }
            }
        }

        /// Everything that one completion is called with, when all answers have been given.
        func answers() async -> [Bool] {
            let answers = Answers()
            await withCheckedContinuation { continuation in
                question.request { answers.add($0) }
                question.request { _ in continuation.resume() }
            }
            // The queue is serial: one more round, and a second call would have been seen.
            _ = await request()
            return answers.all
        }
    }

    private final class Answers: Sendable {
        private let list = Mutex<[Bool]>([])
        func add(_ answer: Bool) { list.withLock { $0.append(answer) } }
        var all: [Bool] { list.withLock { $0 } }
    }

    private func text(of remote: FileDescriptor?) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(try #require(remote).number, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            #"{}"#, #"{"when": "before"}"#, #"{"path": "own"}"#, #"{"when": "before", "path": "own"}"#,
        ]
    )
    func consentOpensTheWayToTheCameras(behaviour: String) async throws {
        let mock = try MockPortal(behaviour)
        let asked = Asked(mock.address)
        #expect(asked.question.answer == nil)
        #expect(asked.portal.remote() == nil)
        #expect(await asked.answers() == [true])
        #expect(asked.question.answer == true)
        #expect(try mock.calls(of: "AccessCamera") == 1)
        // The one that came with the consent, then one for each further user.
        let first = try #require(asked.portal.remote())
        #expect(try mock.calls(of: "OpenPipeWireRemote") == 1)
        #expect(fcntl(first.number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(try text(of: first) == "remote 1")
        #expect(try text(of: asked.portal.remote()) == "remote 2")
        #expect(try mock.calls(of: "AccessCamera") == 1)
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            #"{"answer": 1}"#, #"{"answer": 2}"#, #"{"answer": 1, "when": "before"}"#, #"{"when": "vanish"}"#,
            #"{"when": "crash"}"#, #"{"remote": "none"}"#,
        ]
    )
    func whatIsNoConsentIsARefusal(behaviour: String) async throws {
        let mock = try MockPortal(behaviour)
        let asked = Asked(mock.address)
        #expect(await asked.answers() == [false])
        #expect(asked.question.answer == false)
        #expect(asked.portal.remote() == nil)
        #expect(try mock.calls(of: "AccessCamera") == 1)
    }

    @Test(.timeLimit(.minutes(15))) func withoutAPortalItIsARefusal() async throws {
        let mock = try MockPortal(nil)
        #expect(await Asked(mock.address).answers() == [false])
    }

    @Test(.timeLimit(.minutes(15)), arguments: ["unix:path=/nowhere/bus", "nonsense", ""])
    func withoutABusItIsARefusal(address: String) async {
        #expect(await Asked(address).answers() == [false])
    }

    @Test(.timeLimit(.minutes(15))) func aPersonWhoNeverAnswersHasNotAgreed() async throws {
        let mock = try MockPortal(#"{"when": "never"}"#)
        #expect(await Asked(mock.address, patience: .seconds(2)).answers() == [false])
        #expect(try mock.calls(of: "AccessCamera") == 1)
    }

    @Test(.timeLimit(.minutes(15))) func aBusThatSaysNothingIsGivenUp() async throws {
        let directory = try TemporaryDirectory()
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = "\(directory.path)/bus"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(isBound == 0 && listen(listener, 5) == 0)
        #expect(await Asked("unix:path=\(path)", patience: .seconds(1)).answers() == [false])
    }

    @Test(.timeLimit(.minutes(15))) func aBusThatEndsIsARefusal() async throws {
        let mock = try MockPortal(#"{"when": "never"}"#)
        let asked = Asked(mock.address)
        async let answers = asked.answers()
        while try mock.calls(of: "AccessCamera") == 0 { try await Task.sleep(for: .milliseconds(20)) }
        mock.stopBus()
        #expect(await answers == [false])
    }

    @Test(.timeLimit(.minutes(15))) func requestsAtTheSameTimeShareOneQuestion() async throws {
        let mock = try MockPortal(#"{}"#)
        let asked = Asked(mock.address)
        let answers = await withTaskGroup(of: [Bool].self) { group in
            for _ in 0..<8 { group.addTask { await asked.answers() } }
            return await group.reduce(into: []) { $0 += [$1] }
        }
        #expect(answers == Array(repeating: [true], count: 8))
        #expect(try mock.calls(of: "AccessCamera") == 1)
    }

    @Test(.timeLimit(.minutes(15))) func noAnswerComesBeforeTheRequestReturns() async throws {
        // A serial queue that is busy until the request has returned.
        let queue = DispatchQueue(label: "test.busy")
        let question = AskedOnce(on: queue) { true }
        for _ in 0..<100 {
            let answers = Answers()
            queue.sync {
                question.request { answers.add($0) }
                #expect(answers.all == [])
            }
            await withCheckedContinuation { continuation in question.request { _ in continuation.resume() } }
            #expect(answers.all == [true])
        }
    }
}
