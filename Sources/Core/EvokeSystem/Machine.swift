import EvokeCFreedMemory
import EvokeValues
import Glibc

package enum Machine {
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// In bytes.
    package static var memory: UInt64 {
        UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    }

    /// The host name; nil if there is none.
    package static var name: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = text(bytes)
        return name.isEmpty ? nil : name
    }

    /// The first network address that is not a loopback address.
    package static var address: String? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var number = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            if getnameinfo(address, length, &number, socklen_t(number.count), nil, 0, NI_NUMERICHOST) == 0 {
                return text(number)
            }
        }
        return nil
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Details of the machine for troubleshooting performance; nil if the system does not tell.
extension Machine {
    /// The processor's product name.
    package static var processor: String? { value(of: "model name", in: "/proc/cpuinfo", after: ":") }

    /// The processor's instruction set extensions.
    package static var instructions: Set<String> {
        let words =
            value(of: "flags", in: "/proc/cpuinfo", after: ":")
            ?? value(of: "Features", in: "/proc/cpuinfo", after: ":")
        return Set((words ?? "").split(separator: " ").map(String.init))
    }

    /// The system's name and version.
    package static var system: String? {
        value(of: "PRETTY_NAME", in: "/etc/os-release", after: "=").map { $0.filter { $0 != "\"" } }
    }

    /// Available memory in bytes.
    package static var freeMemory: Int64? {
        let words = value(of: "MemAvailable", in: "/proc/meminfo", after: ":")?.split(separator: " ")
        return words?.first.flatMap { Int64($0) }.map { $0 * 1_024 }
    }

    /// The load average of the last minute.
    package static var load: Double? {
        lines(of: "/proc/loadavg").first?.split(separator: " ").first.flatMap { Double($0) }
    }

    /// Reads a file that holds only a number.
    package static func number(in file: String) -> Int? { lines(of: file).first.flatMap { Int($0) } }

    private static func value(of name: String, in file: String, after sign: Character) -> String? {
        for line in lines(of: file) {
            let halves = line.split(separator: sign, maxSplits: 1)
            guard halves.count == 2, trimmed(halves[0]) == name else { continue }
            return trimmed(halves[1])
        }
        return nil
    }

    private static func lines(of file: String) -> [Substring] {
        // What the system does not tell is not shown.
        let bytes = (try? FileSystem.read(FilePath(file))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// Freed memory that the C library keeps for later.
package enum FreedMemory {
    private static let pause = Duration.seconds(5)
    /// A pause with less processor time than this is rest.
    private static let rest = Duration.milliseconds(50)
    /// After less work, there is nothing to give back.
    private static let work = Duration.milliseconds(200)

    /// Each heap of the C library keeps up to this much at its end, which is not given back in a pause. The default is
    /// 64 MB once large blocks were freed, with eight heaps for each core.
    private static let keptAtEnds: Int32 = 8 << 20
    /// Larger blocks are given back as soon as they are freed. This is the highest value that the C library itself
    /// adapts to.
    private static let largeBlocks: Int32 = 32 << 20
    /// What a decoding process keeps. Each photo takes megabytes for a moment; memory given back in between has to be
    /// cleared before it can be used again, which took a tenth of an index run.
    private static let keptBetweenPhotos: Int32 = 64 << 20

    /// For a process that decodes photos, before it begins.
    package static func keepBetweenPhotos() { evoke_freed_memory_keep(keptBetweenPhotos, largeBlocks) }

    /// Gives memory back whenever this process rests after work, until the task is cancelled. Only then, since returned
    /// pages have to be cleared before they can be used again, which would slow down work.
    package static func giveBackInPauses() async {
        evoke_freed_memory_keep(keptAtEnds, largeBlocks)
        var (last, given) = (OwnProcess.processorTime, Duration.zero)
        while (try? await Task.sleep(for: pause)) != nil {
            let now = OwnProcess.processorTime
            defer { last = now }
            guard now - last < rest, now - given > work else { continue }
            evoke_freed_memory_give_back()
            given = OwnProcess.processorTime
        }
    }
}
