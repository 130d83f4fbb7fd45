import EvokeModels
import EvokeSystem
import EvokeValues

/// The cache of compiled graphs: compiling takes seconds, loading a fraction of one.
///
/// A graph is compiled in a temporary folder of this process and then renamed, so that a file in the cache is always
/// complete and needs no lock. It never changes afterwards.
struct CompiledGraphs {
    private let folder: FilePath
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
    private func take(_ place: FilePath, for order: some KeepableGraph) -> ReadyGraph? {
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
    private func keep(_ graph: ReadyGraph, at place: FilePath) {
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

    private func makeRoom(sparing newest: FilePath) {
        var kept: [(file: FilePath, size: Int64, used: Int64)] = []
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
