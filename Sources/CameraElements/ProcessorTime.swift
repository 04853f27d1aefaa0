internal import Glibc

/// The processor time of the calling thread.
enum ProcessorTime {
    /// Nanoseconds since the thread began, waiting left out.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
