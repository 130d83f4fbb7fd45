import EvokeSystem
import EvokeValues
import EvokeWorkers

/// How much of a library can be found during an indexing run.
public struct IndexedSoFar: Hashable, Sendable {
    /// Photos that searches find now.
    public let photos: Int
    /// The expected number at the end of the run.
    public let total: Int
}

extension PhotoLibrary {
    /// Nil if nobody is indexing the library, or if all of it can be found already.
    ///
    /// Throws `EvokeError` if the library cannot be read.
    public func indexedSoFar() async throws -> IndexedSoFar? {
        guard let total = IndexedTotal.kept(in: folder) else { return nil }
        let summary = try await catalog.summary()
        let photos = summary.models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
        return photos < total ? IndexedSoFar(photos: photos, total: total) : nil
    }

    private static let fewestToTell = 16

    /// Runs `work`, and tells other processes on this machine how many photos it will add.
    func tellingTotal<Answer>(
        _ work: (_ willAdd: @escaping @Sendable (Int) async throws -> Void) async throws -> Answer
    ) async throws -> Answer {
        let (folder, catalog) = (folder, try catalog)
        let total = Locked<IndexedTotal?>(nil)
        defer { total.withLock { $0 = nil } }
        return try await work { added in
            // A small run is done before anyone asks.
            guard added >= Self.fewestToTell else { return }
            let known = try await catalog.summary().photos
            total.withLock { $0 = IndexedTotal(known + added, in: folder) }
        }
    }
}

/// The expected number of photos, in a file that exists for as long as the run.
private final class IndexedTotal: Sendable {
    private static let fileName = "indexing"

    private let lock: FileLock

    /// Nil if the file cannot be written: nobody is told then.
    init?(_ total: Int, in folder: FilePath) {
        do {
            lock = try FileLock(file: Self.file(in: folder))
            try withUnsafeBytes(of: Int64(total)) { try lock.file.write(Array($0), at: 0) }
        } catch {
            return nil
        }
    }

    deinit { FileSystem.remove(lock.file.path) }

    static func kept(in folder: FilePath) -> Int? {
        let file = file(in: folder)
        // A run that just ended has deleted the file.
        guard FileLock.isHeld(file), let bytes = try? FileSystem.read(file, most: 64), bytes.count == 8 else {
            return nil
        }
        return Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
    }

    private static func file(in folder: FilePath) -> FilePath { folder.appending(fileName) }
}
