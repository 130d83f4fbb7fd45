import EvokeCatalog
package import EvokePorts
package import EvokeValues

/// Copies a catalog into another and then compares both, row by row. Nobody else may write to either meanwhile.
///
/// Each batch is one transaction, which also records the progress, so an interrupted copy resumes.
package struct CatalogCopy: Sendable {
    private let source: any CopyableCatalog
    private let target: any CopyableCatalog
    private let names: (source: String, target: String)
    /// How many photos or folders form a batch.
    private let batch: Int
    private let notify: @Sendable (CopyProgress) -> Void

    package init(
        of source: any CopyableCatalog, named sourceName: String, into target: any CopyableCatalog,
        named targetName: String, batch: Int = 1_000, notify: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) {
        (self.source, self.target, self.batch, self.notify) = (source, target, batch, notify)
        names = (sourceName, targetName)
    }

    package func run() async throws -> CopyReport {
        let state = try await source.copyState()
        let mark = try await target.copyMark()
        try await check(mark, state)
        let before = try await target.countOfPhotos()
        let total = try await source.countOfPhotos()
        try await copy(after: mark, state, CopyProgress(.copying, done: before, total: total))
        let compared = try await compare(CopyProgress(.comparing, done: 0, total: total))
        try await target.endCopy()
        return CopyReport(
            photos: compared[CatalogTable.photos.name] ?? 0, photosBefore: before,
            compared: CatalogTable.all.filter(\.isCopied).map {
                CopyReport.Table(name: $0.name, rows: compared[$0.name] ?? 0)
            })
    }

    /// Throws if the target holds anything other than the beginning of this copy.
    private func check(_ mark: CopyMark?, _ state: String) async throws {
        if let mark {
            guard mark.source == state else {
                throw refused(
                    "it holds an unfinished copy of another library, or of '\(names.source)' before that changed")
            }
        } else if try await !target.isEmpty() {
            throw refused("it already contains a library")
        }
    }

    private func refused(_ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "copy a library into", subject: names.target, reason: reason,
            remedies: [.advice("Copy to a new location, or delete that library first.")])
    }

    private func copy(after mark: CopyMark?, _ state: String, _ progress: CopyProgress) async throws {
        var progress = progress
        var ranges = Ranges(of: source, batch: batch, after: mark)
        notify(progress)
        // The next batch is read while one is written.
        var read = try await next(&ranges)
        while let rows = read {
            try rows.check(in: names.source)
            async let isAdded: Void = target.add(rows, CopyMark(source: state, rows.range))
            read = try await next(&ranges)
            try await isAdded
            progress.done += rows.photos
            notify(progress)
        }
    }

    private func next(_ ranges: inout Ranges) async throws -> CopiedRows? {
        try Task.checkCancellation()
        guard let range = try await ranges.next() else { return nil }
        return try await source.rows(in: range)
    }

    /// How many rows each table has.
    private func compare(_ progress: CopyProgress) async throws -> [String: Int] {
        var progress = progress
        var ranges = Ranges(of: source, batch: batch, after: nil)
        var compared: [String: Int] = [:]
        while let range = try await ranges.next() {
            try Task.checkCancellation()
            async let original = source.rows(in: range)
            async let copy = target.rows(in: range)
            let rows = try await original
            let copied = try await copy
            for table in range.part.tables {
                let (one, other) = (rows.tables[table.name] ?? [], copied.tables[table.name] ?? [])
                if one != other { throw differs(table, one, other) }
                compared[table.name, default: 0] += one.count
            }
            progress.done += rows.photos
            notify(progress)
        }
        return compared
    }

    private func differs(_ table: CatalogTable, _ one: [[CatalogValue]], _ other: [[CatalogValue]]) -> EvokeError {
        let place = zip(one, other).prefix { $0 == $1 }.count
        let row = place < one.count ? one[place] : other[place]
        return EvokeError(
            .libraryFailed, doing: "compare the copy with '\(names.source)'", subject: names.target,
            reason: "the row for \(table.name(of: row)) differs: one of the two was written to in the meantime",
            remedies: [.advice("Delete the copy and copy again.")])
    }
}

/// All ranges of a catalog, or those after a mark.
private struct Ranges {
    private let catalog: any CopyableCatalog
    private let batch: Int
    private var parts: ArraySlice<CopiedPart>
    private var after: Int64

    init(of catalog: any CopyableCatalog, batch: Int, after mark: CopyMark?) {
        (self.catalog, self.batch) = (catalog, batch)
        let all = CopiedPart.allCases
        parts = mark.map { mark in all.drop { $0 != mark.part } } ?? all[...]
        after = mark?.upTo ?? .min
        goOn()
    }

    mutating func next() async throws -> CopiedRange? {
        guard let part = parts.first else { return nil }
        let range = try await catalog.range(of: part, after: after, limit: batch)
        after = range.upTo
        goOn()
        return range
    }

    /// Moves to the next part at the end of one.
    private mutating func goOn() {
        guard after == .max else { return }
        parts = parts.dropFirst()
        after = .min
    }
}

extension CopiedRows {
    fileprivate var photos: Int { tables[CatalogTable.photos.name]?.count ?? 0 }

    /// Throws for rows of photos that do not exist.
    fileprivate func check(in library: String) throws(EvokeError) {
        guard range.part == .photos else { return }
        let photos = Set((tables[CatalogTable.photos.name] ?? []).map(\.first))
        for table in range.part.tables {
            for row in tables[table.name] ?? [] where !photos.contains(row.first) {
                throw .damaged(table, row, in: library, "belongs to no photo")
            }
        }
    }
}
