import EvokeValues
import Foundation

package enum SystemClock {
    /// Nanoseconds since 1970.
    package static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.nanoseconds
    }

    /// The local offset from UTC, in seconds, at that time in seconds since 1970.
    package static func offset(atSeconds seconds: Int64) -> Int {
        var instant = time_t(seconds)
        var local = tm()
        localtime_r(&instant, &local)
        return local.tm_gmtoff
    }

    /// Blocks this thread, for at most a second.
    package static func pause(_ time: Duration) {
        usleep(UInt32(nearest: min(time, .seconds(1)) / .microseconds(1)))
    }
}
