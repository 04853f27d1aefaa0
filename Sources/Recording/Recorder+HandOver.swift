internal import Dispatch
internal import GStreamer
internal import Synchronization

/// How one recording takes over from another; all but the start on the session's queue.
extension Recorder {
    /// Starts in place of another recording, which stops: no picture and no sound is missing between the two, and
    /// none is in both.
    ///
    /// Coded pictures can begin a file at a key frame only; the other goes on until one comes. If none comes, it goes on
    /// for good, and this one ends without a file.
    public func start(replacing other: Recorder) {
        beginWatching()
        other.end { [self] other in
            other.driver.withValue { $0.successor = self }
            other.step(.handOver)
            // The other had nothing to end, so there is nothing to join.
            tap.withLock { $0.begin(Beginning(time: clock())) }
        }
    }

    func endInput() {
        guard let successor = driver.withValue({ $0.successor }) else {
            handle(tap.withLock { [now = clock()] in $0.end(at: now) })
            return
        }
        // Under both locks, so that no picture passes between the end of one and the beginning of the other.
        let notice = tap.withLock { tap in
            successor.tap.withLock { next in
                let now = clock()
                next.begin(Beginning(time: now, continues: true))
                return tap.end(at: now, isFollowed: true)
            }
        }
        handle(notice)
    }

    /// No picture came that the other recording could begin with.
    func takeBackEnd() {
        handle(tap.withLock { $0.takeBackEnd() })
        let successor = driver.withValue { driver in
            defer { driver.successor = nil }
            return driver.successor
        }
        successor?.stop()
        handler(
            .warning(
                code: "no-next-file",
                message:
                    "\(plan.deviceName) gave no key frame for eight seconds, so no other file could begin and "
                    + "this one goes on. Let the camera give key frames more often."
            )
        )
    }
}
