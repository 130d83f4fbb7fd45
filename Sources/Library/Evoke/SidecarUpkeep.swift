import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Updates the sidecars of photos to match their marks.
struct SidecarUpkeep {
    let catalog: any PhotoCatalog
    let folder: DiskPath

    /// - Parameter all: include sidecars that were up to date once, and run even if writing changes is off.
    func run(
        all: Bool, failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let known = try ledger(all: all)
        guard all || known.isOn else { return MarkExport() }
        let isRecorded = known.isOn || !known.entries.isEmpty
        let lock = try await BlockingExecutor(width: 1).run { [folder] () throws(EvokeError) in
            isRecorded ? try SidecarLedger.lock(in: folder) : nil
        }
        defer { withExtendedLifetime(lock) {} }
        let ledger = try ledger(all: all)
        let marks = try await catalog.marksForSidecars()
        var due = ledger.due(marks)
        if all { due.merge(marks) { $1 } }
        let traces = try await catalog.traces(of: Array(due.keys))
        let photos = Set(traces.map(\.photo)).union(ledger.unsure).sorted()
        var work = SidecarWork(
            left: Dictionary(grouping: traces.compactMap(\.content)) { $0 }.mapValues(\.count), ledger: ledger,
            marks: marks, export: SidecarExport(of: catalog), catalog: catalog, folder: isRecorded ? folder : nil)
        let outcome = await Result { try await work.run(photos, failed: failed, notify: notify) }
        try work.record()
        work.report.failed = try outcome.get()
        if isRecorded { try await work.forget(Set(due.keys.filter { work.left[$0] == nil && marks[$0] == nil })) }
        return work.report
    }

    /// A one-time export does not need a readable ledger.
    private func ledger(all: Bool) throws(EvokeError) -> SidecarLedger {
        do throws(EvokeError) {
            return try SidecarLedger(in: folder)
        } catch {
            guard all, error.kind == .damaged else { throw error }
            return SidecarLedger()
        }
    }

    /// How many photos have a sidecar that waits to be written; nil if writing changes is off.
    static func waiting(in catalog: any PhotoCatalog, _ ledger: SidecarLedger) async throws -> Int? {
        guard ledger.isOn else { return nil }
        let due = ledger.due(try await catalog.marksForSidecars())
        let traces = due.isEmpty ? [] : try await catalog.traces(of: Array(due.keys))
        return Set(traces.map(\.photo)).union(ledger.unsure).count
    }
}

/// One run.
private struct SidecarWork {
    struct Plan {
        let additions: SidecarAdditions
        /// The ledger's entry before the change, and after it.
        let before, after: SidecarLedger.Entry
        let differs: Bool
        /// Of the sidecars, when they were read.
        let stamps: [FileStamp?]
    }

    var report = MarkExport()
    /// How many photos of each content are not done yet.
    var left: [ContentDigest: Int]

    var ledger: SidecarLedger
    let marks: [ContentDigest: Set<Mark>]
    let export: SidecarExport
    let catalog: any PhotoCatalog
    /// Nil if nothing is recorded.
    let folder: DiskPath?
    var plans: [PhotoID: Result<Plan, EvokeError>] = [:]
    var contents: Set<ContentDigest>?
    /// Not recorded yet.
    var entries: [PhotoID: SidecarLedger.Entry] = [:]
    var settled: [ContentDigest: Set<Mark>] = [:]

    mutating func run(
        _ photos: [PhotoID], failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> Int {
        try await export.run(
            photos, failed: failed, notify: notify, preparing: { try await plan($0) }, { try await write($0) })
    }

    /// Planned additions are recorded before any is written.
    private mutating func plan(_ cards: [PhotoCard]) async throws {
        plans = [:]
        for card in cards {
            try Task.checkCancellation()
            guard let content = card.content, !card.path.isElsewhere, !FileSystem.isMissing(card.path) else { continue }
            do {
                let plan = try await plan(card, content)
                plans[card.id] = .success(plan)
                if !plan.before.planned.isEmpty { entries[card.id] = plan.before }
            } catch let error as EvokeError {
                plans[card.id] = .failure(error)
            }
        }
        try record()
    }

    private mutating func plan(_ card: PhotoCard, _ content: ContentDigest) async throws -> Plan {
        let sidecars = try await export.readers.sidecars(of: card, in: catalog)
        let stamps = Self.stamps(sidecars)
        let metadata = try await export.readers.metadata.metadata(of: card.path, sidecars: sidecars)
        let entry = try await entry(of: card, content)
        var added = entry?.added ?? .init()
        if let planned = entry?.planned, planned.isSaid(by: metadata) { added = added.union(planned) }
        let own = marks[content] ?? []
        let gone = added.gone(saying: own)
        let (additions, differs) = SidecarAdditions.stating(
            PhotoMarks(own), insteadOf: gone.withdrawal, beside: metadata)
        let new = SidecarMarks(of: additions)
        return Plan(
            additions: additions, before: .init(card, content, added: added, planned: new),
            after: .init(card, content, added: added.subtracting(gone).union(new)), differs: differs, stamps: stamps)
    }

    private mutating func write(_ card: PhotoCard) async throws {
        guard let content = card.content else { return }
        // The photo is on another machine.
        if card.path.isElsewhere { return done(content) }
        // A disk is away.
        guard var plan = try plans[card.id]?.get() else { return }
        if Self.stamps(try await export.readers.sidecars(of: card, in: catalog)) != plan.stamps {
            plan = try await self.plan(card, content)
            entries[card.id] = plan.before
            try record()
        }
        if !plan.additions.isEmpty {
            do {
                report.photos += try await export.add(plan.additions, beside: card) ? 1 : 0
            } catch let error as EvokeError {
                entries[card.id] = .init(card, content, added: plan.before.added)
                throw error
            }
        }
        report.differing += plan.differs ? 1 : 0
        let known = ledger.entries[card.id]
        if plan.after != known, known != nil || !plan.after.added.isEmpty { entries[card.id] = plan.after }
        done(content)
    }

    private static func stamps(_ files: [DiskPath]) -> [FileStamp?] {
        files.map { FileSystem.status(of: $0).map { FileStamp($0) } }
    }

    /// Nil if the entry may belong to another photo. A photo edited in place has other content, but the same sidecar.
    private mutating func entry(of card: PhotoCard, _ content: ContentDigest) async throws -> SidecarLedger.Entry? {
        guard let entry = ledger.entries[card.id], entry.content != content else { return ledger.entries[card.id] }
        guard entry.place == SidecarLedger.Entry.place(card.path) else { return nil }
        if contents == nil { contents = try await catalog.contents() }
        return contents?.contains(entry.content) == false ? entry : nil
    }

    private mutating func done(_ content: ContentDigest) {
        left[content, default: 1] -= 1
        if left[content] == 0, ledger.settled[content] != marks[content] { settled[content] = marks[content] ?? [] }
    }

    mutating func record() throws(EvokeError) {
        if let folder { try ledger.record(entries, settled: settled, in: folder) }
        (entries, settled) = ([:], [:])
    }

    /// Those of them that no photo has anymore.
    mutating func forget(_ gone: Set<ContentDigest>) async throws {
        guard let folder, !gone.isEmpty else { return }
        let unknown = gone.subtracting(try await catalog.contents())
        guard !unknown.isEmpty else { return }
        ledger.forget(unknown)
        try ledger.write(to: folder)
    }
}
