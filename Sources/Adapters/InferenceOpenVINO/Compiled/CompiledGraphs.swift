import EvokeDigests
import EvokeModels
import EvokeSystem
import EvokeValues

/// The cache of compiled graphs: compiling takes seconds, loading a fraction of one.
///
/// A graph is compiled in a temporary folder of this process and then renamed, so that a file in the cache is always
/// complete and needs no lock. It never changes afterwards.
struct CompiledGraphs {
    private let folder: DiskPath
    private let limit: Int64
    private let patience: Duration
    private let notify: @Sendable (EvokeError) -> Void

    init(in folder: GraphFolder) {
        self.folder = folder.path
        limit = folder.limit
        patience = folder.patience
        notify = folder.notify
    }

    func ready(_ order: some KeepableGraph) throws(EvokeError) -> ReadyGraph {
        // Without a cache, starting is only slower.
        guard (try? FileSystem.makeFolder(folder)) != nil else { return try order.compiled() }
        let place = folder.appending(try order.name())
        if let kept = take(place, for: order) { return kept }
        let turn = CompilingTurn(at: place, patience: patience)
        return try withExtendedLifetime(turn) { () throws(EvokeError) in
            if turn.hasWaited, let kept = take(place, for: order) { return kept }
            let fresh = try order.compiled()
            keep(fresh, at: place)
            return fresh
        }
    }

    func forget(modelOf digest: String) {
        let prefix = Array(KeptGraph.prefix(ofModel: digest).utf8)
        // Leftovers only waste space.
        for name in (try? FileSystem.names(in: folder)) ?? [] where name.starts(with: prefix) {
            // As above.
            try? FileSystem.erase(folder.appending(name))
        }
    }

    /// A damaged file is reported and deleted.
    private func take(_ place: DiskPath, for order: some KeepableGraph) -> ReadyGraph? {
        do throws(KeptGraph.Fault) {
            guard let kept = try KeptGraph(place) else { return nil }
            return try order.loaded(kept)
        } catch {
            // If it cannot be deleted, it is rejected again next time.
            try? FileSystem.erase(place)
            notify(
                EvokeError(
                    .damaged, doing: "use the compiled graph", subject: place.display, reason: error.reason,
                    remedy: "It will be compiled again."))
            return nil
        }
    }

    /// Not kept without findings, or if there is no space.
    private func keep(_ graph: ReadyGraph, at place: DiskPath) {
        // Without space, it is compiled again next time.
        guard let findings = graph.findings, let own = try? OwnFolder("making", in: folder) else { return }
        let draft = own.path.appending("graph")
        guard graph.compiled.export(to: draft), KeptGraph.complete(draft, with: findings, named: place.name) else {
            return
        }
        // As above.
        try? FileSystem.move(draft, to: place, doing: "keep the compiled graph")
        makeRoom(sparing: place)
    }

    private func makeRoom(sparing newest: DiskPath) {
        var kept: [(file: DiskPath, size: Int64, used: Int64)] = []
        // Leftovers only waste space.
        for name in (try? FileSystem.names(in: folder)) ?? [] {
            let file = folder.appending(name)
            if Self.isOfOpenVINO(name) {
                // As above.
                try? FileSystem.erase(file)
            } else if name.suffix(KeptGraph.suffix.utf8.count).elementsEqual(KeptGraph.suffix.utf8),
                let status = FileSystem.status(of: file)
            {
                let stamp = FileStamp(status)
                kept.append((file, stamp.size, stamp.modifiedNanoseconds))
            }
        }
        var size = FileSystem.size(of: kept.map(\.file))
        for (file, bytes, _) in kept.sorted(by: { $0.used < $1.used }) where size > limit && file != newest {
            if OpenFile.isInUse(file) { continue }
            // As above.
            try? FileSystem.erase(file)
            size -= bytes
        }
    }

    /// Whether it is from OpenVINO's own cache, which earlier versions of Evoke used.
    private static func isOfOpenVINO(_ name: [UInt8]) -> Bool {
        let suffix = Array(".blob".utf8)
        return name.elementsEqual("lock".utf8)
            || name.suffix(suffix.count).elementsEqual(suffix)
                && name.dropLast(suffix.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Avoids compiling the same graph twice at the same time. Nothing more depends on it: after a while, a waiting
/// process goes ahead anyway.
final class CompilingTurn {
    private static let pollInterval = Duration.milliseconds(20)

    /// Whether it waited for another process, so that the graph may be in the cache now.
    private(set) var hasWaited = false
    private let file: DiskPath
    private var lock: FileLock?

    init(at place: DiskPath, patience: Duration) {
        file = DiskPath(bytes: place.bytes + Array(".turn".utf8))
        let end = ContinuousClock.now + patience
        while true {
            do throws(Errno) {
                lock = try FileLock(file: file)
                return
            } catch {
                guard error.isHeldByAnother else { return }
            }
            hasWaited = true
            if FileSystem.status(of: place) != nil || ContinuousClock.now >= end { return }
            SystemClock.pause(Self.pollInterval)
        }
    }

    deinit {
        if lock != nil { FileSystem.remove(file) }
    }
}

/// A compiled graph in a file: OpenVINO's data, the findings of its trial, and a checksum of both and of the name.
/// OpenVINO trusts what it reads and crashes on damaged data, hence the checksum.
///
/// OpenVINO computes directly from the mapped file, which nobody writes once it has its final name.
final class KeptGraph: Sendable {
    let findings: GraphFindings
    private let mapping: MappedBytes
    private let blobSize: Int
    private let file: OpenFile

    var blob: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: mapping.bytes[..<blobSize]) }

    /// Nil if there is no file.
    init?(_ file: DiskPath) throws(Fault) {
        do throws(Errno) {
            self.file = try OpenFile(file, .readItself, saying: "use the compiled graph", of: file)
        } catch {
            if error == .notThere { return nil }
            throw Fault(reason: "it cannot be opened: \(error.words)")
        }
        mapping = try Self.map(self.file)
        guard let (size, findings) = Self.read(mapping, named: file.name) else {
            throw Fault(reason: "it is damaged or truncated")
        }
        self.findings = findings
        blobSize = size
        // Marks the file as used now; whoever frees space spares files that are open or were used recently.
        self.file.markInUse()
    }

    /// The model comes first, so that all files of a model have the same prefix.
    static func name(of model: String, _ parts: [String]) -> String {
        let digest = FileDigest.sha256(of: parts.joined(separator: "\n"))
        return "\(prefix(ofModel: model))\(digest.prefix(32))\(suffix)"
    }

    static let suffix = ".graph"

    static func prefix(ofModel digest: String) -> String { "\(digest.prefix(32))-" }

    struct Fault: Error {
        let reason: String
    }

    /// Appends findings and checksum to the file that OpenVINO wrote.
    static func complete(_ file: DiskPath, with findings: GraphFindings, named name: ArraySlice<UInt8>) -> Bool {
        let trailer = findings.bytes
        do {
            let file = try OpenFile(file, .append, doing: "keep the compiled graph")
            // It contains weights of a model that may be private.
            try file.setMode(0o600)
            try file.write(trailer + bytes(of: UInt64(trailer.count)))
            let mapping = try map(file)
            try file.write(bytes(of: checksum(mapping, first: mapping.bytes.count, named: name)))
            return true
        } catch {
            return false
        }
    }

    private static func map(_ file: OpenFile) throws(Fault) -> MappedBytes {
        guard let status = try? file.status(), status.isFile, status.size > 16 else {
            throw Fault(reason: "it is damaged or truncated")
        }
        do throws(Errno) {
            return try MappedBytes(Int(status.size), of: file)
        } catch {
            throw Fault(reason: "it cannot be read: \(error.words)")
        }
    }

    private static func read(_ mapping: MappedBytes, named name: ArraySlice<UInt8>) -> (blob: Int, GraphFindings)? {
        let whole = UnsafeRawBufferPointer(rebasing: mapping.bytes.dropLast(8))
        guard number(mapping.bytes.suffix(8)) == checksum(mapping, first: whole.count, named: name) else { return nil }
        let trailerSize = Int(truncatingIfNeeded: number(whole.suffix(8)))
        let content = whole.dropLast(8)
        guard trailerSize >= 0, trailerSize < content.count,
            let findings = GraphFindings(bytes: Array(content.suffix(trailerSize)))
        else { return nil }
        return (content.count - trailerSize, findings)
    }

    private static func checksum(_ mapping: MappedBytes, first count: Int, named name: ArraySlice<UInt8>) -> UInt64 {
        Checksum.of(mapping, first: count) ^ name.withUnsafeBytes { Checksum.of($0) }
    }

    private static func bytes(of number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: UInt64.self))
    }
}
