import EvokeCMapping
import EvokeSystem
import EvokeValues

/// Owns a file that is mapped into memory, to be read.
// Sendable because what is mapped is only read, and what others append is not read before they say that it is there.
final class MappedFile: @unchecked Sendable {
    let start: UnsafeRawPointer
    /// Up to where the file may grow and still be read here.
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
        guard size >= IndexLayout.headerBytes else { throw .damaged("it is cut short") }
        // A file with holes may say that it has more bytes than there are addresses.
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

    /// Its bytes as of now.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: min(size, room)) }

    /// Whoever has read from it asks this before what was read is believed.
    func checkNothingIsLost() throws(IndexFault) {
        if evoke_mapping_is_lost(mapping) { throw .damaged("it was cut short, or its disk has failed") }
    }

    /// Whether it still is what is found at that path, and has not outgrown its room.
    func isStill(at path: FilePath) -> Bool {
        !evoke_mapping_is_lost(mapping) && file.isStill(at: path) && size <= room
    }

    private var size: Int { Self.size(of: file) }

    private static func size(of file: OpenFile) -> Int {
        // It is taken for damaged, and made anew.
        guard let status = try? file.status(), status.isFile else { return 0 }
        return Int(status.size)
    }

    /// Has a part be read from the disk, without waiting for it: the system does not guess what comes next.
    func ask(for count: Int, from offset: Int) { evoke_mapping_ask(mapping, offset, count) }

    /// How often this thread has waited for a page of any file.
    static var waits: Int { evoke_waits_of_thread() }

    /// Reads without mapping, for what is read once: a page that is mapped stays in this process's memory.
    func read(_ count: Int, at offset: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        // As above.
        (try? file.read(UnsafeMutableRawBufferPointer(start: memory, count: count), at: offset)) == count
    }
}
