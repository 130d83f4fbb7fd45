import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

/// What a check says, and what becomes of what is doubted.
extension CatalogConformance {
    static let ofChecking = [
        Check("a catalogue that is whole is in order", Self.isInOrder),
        Check("nothing is put right where nothing is doubted", Self.putsNothingRight),
        Check("what is doubted is new to the next run", Self.putsRight),
        Check("a cancelled call writes all or nothing", Self.cancels),
    ]

    private static let other = DiskPath("/other")

    private func fillRoots() async throws {
        for root in [folder, Self.other] { try await catalog.addRoot(root) }
        try await record([encoded("a.jpg", 1), encoded("b.jpg", 2), encoded(Self.other.appending("c.jpg"), 3)])
    }

    func isInOrder() async throws {
        try await fillRoots()
        let seen = Locked<Set<CheckReport.Part>>([])
        let report = try await catalog.check { progress in _ = seen.withLock { $0.insert(progress.part) } }
        #expect(report.isInOrder && report.suspects.isEmpty, "\(report.faults)")
        #expect(report.counts[.photos] == 3 && report.counts[.vectors] == 3)
        #expect(seen.withLock { $0 } == Set(report.parts))
    }

    func putsNothingRight() async throws {
        try await fillRoots()
        #expect(try await catalog.repaired(inside: [folder], model: .fake).isEmpty)
        #expect(try await scanned().count == 3)
    }

    private func photos() async throws -> [Bool] {
        var known: [Bool] = []
        for path in [path("a.jpg"), path("b.jpg"), Self.other.appending("c.jpg")] {
            known.append(try await catalog.photo(at: path) != nil)
        }
        return known
    }

    func putsRight() async throws {
        try await fillRoots()
        let stamp = try await catalog.vectorStamp()
        let third = try #require(try await catalog.photo(at: Self.other.appending("c.jpg")))
        try await catalog.leave([.library, .photo(try await ids(of: ["a.jpg"])[0]), .photo(third)])
        #expect(try await scanned().count == 3, "it is left to the run")
        var lost = try await catalog.repaired(inside: [folder], model: .fake)
        #expect(try await photos() == [false, true, true], "the folder of the third is not there now")
        let followed = try await catalog.vectorChanges(since: stamp, model: .fake, limit: 9)
        #expect(followed.map { !$0.dropped.isEmpty } ?? true, "whoever follows it hears of that, or begins anew")
        for _ in 1...2 { lost += try await catalog.repaired(inside: [folder, Self.other], model: .fake) }
        #expect(try await photos() == [false, true, false] && lost.isEmpty)
        try await record([encoded("a.jpg", 1, axis: 1)])
        lost = try await catalog.repaired(inside: [folder, Self.other], model: .fake)
        #expect(try await photos() == [true, true, false] && lost.isEmpty)
    }

    /// Whether they come too late or not; and whoever comes next finds the catalogue well.
    func cancels() async throws {
        let (root, change) = (DiskPath("/root"), encoded("a.jpg", 1))
        let writing: [@Sendable () async throws -> Void] = [
            { try await record([change]) }, { try await catalog.addRoot(root) },
        ]
        for write in writing {
            let before = try await catalog.summary()
            let isWritten = try await isAnswered(write)
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
