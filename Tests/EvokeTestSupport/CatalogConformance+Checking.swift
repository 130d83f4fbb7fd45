import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

extension CatalogConformance {
    /// A catalogue that is whole is in order, and what is doubted all the same is new to the run that follows.
    func checkChecking() async throws {
        let catalog = try await make()
        let other = FilePath("/other")
        for root in [folder, other] { try await catalog.addRoot(root) }
        let paths = [folder.appending("a.jpg"), folder.appending("b.jpg"), other.appending("c.jpg")]
        try await catalog.record(paths.enumerated().map { encoded($1, Int64($0), [1, 0, 0, 0]) }, model: .fake)
        try await expectOrder(catalog, photos: 3)
        #expect(try await catalog.putRight(inside: [folder], model: .fake).isEmpty)
        #expect(try await scanned(catalog).count == 3, "there was nothing to put right")

        let stamp = try await catalog.vectorStamp()
        var doubts: Set<CheckReport.Doubt> = [.library]
        for path in [paths[0], paths[2]] { doubts.insert(.photo(try #require(try await catalog.photo(at: path)))) }
        try await catalog.leave(doubts)
        #expect(try await scanned(catalog).count == 3, "it is left to the run")
        #expect(try await catalog.putRight(inside: [folder], model: .fake).isEmpty)
        #expect(try await catalog.photo(at: paths[0]) == nil)
        #expect(try await catalog.photo(at: paths[1]) != nil)
        #expect(try await catalog.photo(at: paths[2]) != nil, "its folder is not there now")
        let followed = try await catalog.vectorChanges(since: stamp, model: .fake, limit: 9)
        #expect(followed.map { !$0.dropped.isEmpty } ?? true, "whoever follows it hears of that, or begins anew")

        #expect(try await catalog.putRight(inside: [folder, other], model: .fake).isEmpty)
        #expect(try await catalog.photo(at: paths[2]) == nil)
        try await catalog.record([encoded(paths[0], 1, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.putRight(inside: [folder, other], model: .fake).isEmpty)
        try await expectOrder(catalog, photos: 2)
    }

    private func expectOrder(_ catalog: any PhotoCatalog, photos: Int) async throws {
        let seen = Locked<Set<CheckReport.Part>>([])
        let report = try await catalog.check { progress in _ = seen.withLock { $0.insert(progress.part) } }
        #expect(report.isInOrder && report.doubts.isEmpty, "\(report.faults)")
        #expect(report.counts[.photos] == photos && report.counts[.vectors] == photos)
        #expect(seen.withLock { $0 } == Set(report.parts))
    }

    /// Whether they come too late or not, all is written or nothing, and whoever comes next finds the catalogue well.
    func checkCancelledCalls() async throws {
        let catalog = try await make()
        let change = encoded(folder.appending("a.jpg"), 1, [1, 0, 0, 0])
        let root = FilePath("/root")
        let writing: [@Sendable () async throws -> Void] = [
            { try await catalog.record([change], model: .fake) }, { try await catalog.addRoot(root) },
        ]
        for write in writing {
            let before = try await catalog.summary()
            let isWritten = try await self.isAnswered(write)
            #expect(try await (catalog.summary() != before) == isWritten)
        }
        _ = try await isAnswered { _ = try await catalog.summary() }
        for write in writing { try await write() }
        let summary = try await catalog.summary()
        #expect(summary.photos == 1 && summary.roots == [root])
    }

    private func isAnswered(_ call: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await call()
        }
        do {
            try await task.value
            return true
        } catch is CancellationError {
            return false
        }
    }
}
