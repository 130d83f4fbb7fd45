package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport {
        // One consistent view for all parts, whatever is written in the meantime.
        try await snapshot { connection in
            var report = CheckReport(
                CheckReport.Part.ofTheLibrary.filter { $0 != .file || Connection.checks[$0] != nil })
            for part in report.parts {
                notify(CheckProgress(part))
                do {
                    let count = try connection.check(part, &report, notify)
                    report.finish(part, count: count)
                } catch let error as EvokeError where error.kind == .libraryDamaged {
                    // An unreadable page ends this part only; other parts may be on other pages.
                    report.record(part, "could not be read completely: \(error.reason)")
                }
            }
            return report
        }
    }

    package func repaired(inside folders: [DiskPath], model: ModelID) async throws -> [EvokeError] {
        try await repairedRows(inside: folders, model: model)
    }

    package func repairedRows(inside folders: [DiskPath], model: ModelID) async throws -> [EvokeError] {
        guard try await read({ try $0.has("SELECT 1 FROM suspects") }) else { return [] }
        return try await write(isAlone: true) { connection throws(EvokeError) in
            try connection.repaired(inside: folders, model)
        }
    }
}

extension CatalogConnection {
    /// Returns how many items were checked.
    fileprivate func check(
        _ part: CheckReport.Part, _ report: inout CheckReport, _ notify: (CheckProgress) -> Void
    ) throws -> Int {
        let count = try Self.checks[part]?(self)(&report) ?? 0
        switch part {
        case .file, .references, .files: return count
        case .tables:
            try checkLogs(&report)
            try checkFullText(&report)
            return count
        case .photos: return try checkPhotos(&report)
        case .vectors: return try checkVectors(&report, notify)
        }
    }

    private func checkLogs(_ report: inout CheckReport) throws(EvokeError) {
        for log in CatalogLog.allCases {
            // Numbers are consecutive, and only the oldest changes are ever dropped.
            let gaps = try integer("SELECT max(number) - min(number) + 1 - count(*) FROM \(log.rawValue)_changes") ?? 0
            if gaps != 0 { report.record(.tables, "\(gaps) changes of \(log) are missing", suspecting: .library) }
        }
    }

    /// Damage is not fatal: the full text can be rebuilt from the photos.
    private func checkFullText(_ report: inout CheckReport) throws(EvokeError) {
        do throws(EvokeError) {
            if try !isFullTextRight() {
                report.record(.tables, "the full-text index does not match the photos", suspecting: .library)
            }
        } catch  where error.kind == .libraryDamaged {
            report.record(.tables, "the full-text index cannot be read: \(error.reason)", suspecting: .library)
        }
    }

    private func checkPhotos(_ report: inout CheckReport) throws -> Int {
        let photos = try count("SELECT count(*) FROM photos")
        let here = try count("SELECT count(*) FROM photos WHERE missing = 0")
        let missing = try count("SELECT count(*) FROM photos WHERE missing IN (1, 2)")
        if here + missing != photos {
            report.record(
                .photos, "\(photos) photos, but \(here) are marked present and \(missing) missing or excluded",
                suspecting: .library)
        }
        try stream(
            """
            SELECT photo FROM photos p WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE photo = p.photo)
                AND NOT EXISTS (SELECT 1 FROM failures WHERE photo = p.photo)
            """
        ) { row throws(EvokeError) in
            let name = try name(of: row.integer(0), in: report, .photos)
            report.record(.photos, "\(name) has no vector and no error that explains it", suspecting: nil)
        }
        return photos
    }

    private func checkVectors(_ report: inout CheckReport, _ notify: (CheckProgress) -> Void) throws -> Int {
        let total = try count("SELECT count(*) FROM vectors")
        var done = 0
        try stream(
            """
            SELECT v.photo, v.half_floats, m.name, m.dimensions, \(Self.isWrong(.vectors, "v"))
            FROM vectors v LEFT JOIN models m ON m.model = v.model
            """
        ) { row throws(EvokeError) in
            let fault =
                row.fault(inVector: 1, dimensions: Int(row.integer(3)))
                ?? (row.integer(4) != 0 ? "does not match its checksum" : nil)
            if let fault {
                let name = try name(of: row.integer(0), in: report, .vectors)
                report.record(
                    .vectors, "the vector of \(name) by '\(row.text(2))' \(fault)", suspecting: .photo(row.photo(0)))
            }
            done += 1
            if done.isMultiple(of: 1_024) { notify(CheckProgress(.vectors, done: done, total: total)) }
        }
        return total
    }

    /// What a fault of a photo calls it. It is only looked up for faults that are listed.
    package func name(
        of photo: Int64, in report: CheckReport, _ part: CheckReport.Part
    ) throws(EvokeError) -> String {
        guard report.faults(of: part) < CheckReport.faultsListedOfAPart else { return "" }
        let path = try map(
            "SELECT d.path, p.name FROM photos p JOIN folders d ON d.folder = p.folder WHERE p.photo = $1", photo
        ) { row in row.path(0).appending(row.bytes(1)) }.first
        return path.map { "'\($0.display)'" } ?? "photo \(photo)"
    }

    /// Returns what is lost.
    fileprivate func repaired(inside folders: [DiskPath], _ model: ModelID) throws(EvokeError) -> [EvokeError] {
        try repairIndexesAndCounters()
        try dropSuspects(inside: Set(folders))
        try forgetSourceTokens()
        let isMore = try run("DELETE FROM suspects WHERE photo < 0") > 0
        let hasChecksums = Self.checksum(of: .photos, "p") != nil
        guard isMore || hasChecksums else { return [] }
        let lost = hasChecksums ? try repairRows(model) : []
        for log in CatalogLog.allCases { try beginAnew(log) }
        try rewriteTexts()
        return lost
    }

    /// The next run sees suspect photos as new and encodes them again. Photos on a disconnected disk stay until it is
    /// back.
    private func dropSuspects(inside folders: Set<DiskPath>) throws(EvokeError) {
        let roots = Set(try roots())
        let dropped = try map(
            """
            SELECT b.photo, d.path, p.name FROM suspects b LEFT JOIN photos p ON p.photo = b.photo
                LEFT JOIN folders d ON d.folder = p.folder WHERE b.photo >= 0
            """
        ) { row in (photo: row.integer(0), path: row.isNull(1) ? nil : row.path(1).appending(row.bytes(2))) }
        .filter { $0.path.map { $0.isInside(anyOf: folders) || !$0.isInside(anyOf: roots) } ?? true }.map(\.photo)
        try deletePhotos(dropped)
        try run("DELETE FROM suspects WHERE photo IN list($1)", dropped)
    }
}
