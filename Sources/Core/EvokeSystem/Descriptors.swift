import EvokeValues
import Glibc

/// Open descriptors, known only by their numbers.
package enum Descriptors {
    package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    /// Nil if the process has no descriptor to spare.
    package static func duplicate(_ descriptor: Int32) -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Whether there is something to read, or the end was reached, within that time; nil waits forever.
    package static func isReady(_ descriptor: Int32, within time: Duration?) -> Bool {
        let end = time.map { ContinuousClock.now + $0 }
        while true {
            let left = end.map { Int32(nearest: max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1))) }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let answer = poll(&ready, 1, left ?? -1)
            if answer < 0, errno == EINTR { continue }
            return answer > 0
        }
    }
}
