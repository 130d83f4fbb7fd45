import EvokeCMapping
import EvokeSystem
import EvokeValues

/// Owns a file that is mapped for reading.
// Sendable because the mapping is only read, and what others append is not read before they commit it.
final class MappedFile: @unchecked Sendable {
    let start: UnsafeRawPointer
    /// The size up to which the file may grow and still be read here.
    private let room: Int
    private let mapping: OpaquePointer
    private let file: OpenFile

    init(_ path: FilePath) throws(IndexFault) {
        do throws(Errno) {
            file = try OpenFile(path, .readAtOnce, saying: "read the search index", of: path)
        } catch {
            throw error == .notThere ? .missing : .damaged("it cannot be opened: \(error.words)")
        }
        let size = Self.size(of: file)
        guard size >= IndexLayout.headerBytes else { throw .damaged("it is truncated") }
        // A sparse file may claim more bytes than there are addresses.
        room = 2 * min(size, 1 << 48) + 1 << 26
        guard let mapping = evoke_map(file.descriptor, room) else {
            throw .damaged("it cannot be read: \(Errno.last.words)")
        }
        self.mapping = mapping
        start = evoke_mapping_start(mapping)
    }

    deinit {
        evoke_unmap(mapping)
    }

    /// The current bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: min(size, room)) }

    /// Call this after reading, before using the result.
    func checkNothingIsLost() throws(IndexFault) {
        if evoke_mapping_is_lost(mapping) { throw .damaged("it was truncated, or its disk failed") }
    }

    /// Whether it is still the file at that path and fits in the mapping.
    func isStill(at path: FilePath) -> Bool {
        !evoke_mapping_is_lost(mapping) && file.isStill(at: path) && size <= room
    }

    private var size: Int { Self.size(of: file) }

    private static func size(of file: OpenFile) -> Int {
        // Treated as damaged, and rebuilt.
        guard let status = try? file.status(), status.isFile else { return 0 }
        return Int(status.size)
    }

    /// Starts reading a part from disk, without waiting; the system doesn't read ahead by itself.
    func ask(for count: Int, from offset: Int) { evoke_mapping_ask(mapping, offset, count) }

    /// How often this thread has waited for a page of any file.
    static var waits: Int { evoke_waits_of_thread() }

    /// Reads without mapping, for data that is read once: mapped pages would stay in this process's memory.
    func read(_ count: Int, at offset: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        // As above.
        (try? file.read(UnsafeMutableRawBufferPointer(start: memory, count: count), at: offset)) == count
    }
}
