import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc

/// Sees which files of a folder are opened, from outside of the program that opens them.
final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let names = Locked<Set<String>>([])
    private let threads = BlockingExecutor(width: 1)

    init(_ folder: DiskPath) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        let watch = folder.withCString { inotify_add_watch(descriptor, $0, UInt32(IN_OPEN)) }
        precondition(descriptor >= 0 && watch >= 0, "the folder cannot be watched: \(String(cString: strerror(errno)))")
    }

    deinit {
        close(descriptor)
    }

    /// The names of all files that were opened so far.
    var opened: Set<String> {
        read()
        return names.withLock { $0 }
    }

    /// Counts from here on.
    func forget() {
        read()
        names.withLock { $0.removeAll() }
    }

    /// Calls `act` with all files opened so far, at the very instant of each opening, until it returns true or `run` has
    /// ended. It is called at the end, too. The test itself may have to wait for its turn, which would be too late.
    func follow(_ run: RunningProgram, _ act: @escaping @Sendable (Set<String>) -> Bool) async throws {
        await threads.run { [self] in
            while !act(opened), run.isRunning {
                wait()
            }
            _ = act(opened)
        }
    }

    /// Waits until `run` has opened so many files, or has ended, and then does something to it.
    func wait(for count: Int, by run: RunningProgram, then act: @escaping @Sendable () -> Void) async throws {
        await threads.run { [self] in
            while opened.count < count, run.isRunning { wait() }
            act()
        }
    }

    private func wait() {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The end of the program opens no file, so that is looked for now and then.
        poll(&request, 1, 20)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let header = MemoryLayout<inotify_event>.size
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                var place = 0
                while place < count {
                    let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    let name = bytes[(place + header)..<(place + header + Int(event.len))].prefix { $0 != 0 }
                    if !name.isEmpty { names.withLock { _ = $0.insert(String(decoding: name, as: UTF8.self)) } }
                    place += header + Int(event.len)
                }
            }
        }
    }
}
