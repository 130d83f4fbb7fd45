public import PhotoCore

extension SQLiteCatalog {
    /// Looks for everything that cannot be in a library that is whole, and changes nothing.
    public func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport {
        try await use { connection in
            // One view of the library for all questions, whatever is written meanwhile.
            try connection.snapshot {
                var check = LibraryCheck(connection, notify)
                try check.run()
                return check.report
            }
        }
    }
}

private struct LibraryCheck {
    /// Rounding to halves moves each value by 2⁻¹¹ of itself at most, and so the length, too; twice that is a fault.
    private static let lengthTolerance = 0x1p-10

    private let connection: Connection
    private let notify: (CheckProgress) -> Void
    private(set) var report = CheckReport()

    init(_ connection: Connection, _ notify: @escaping (CheckProgress) -> Void) {
        self.connection = connection
        self.notify = notify
    }

    mutating func run() throws(EvokeError) {
        for part in CheckReport.Part.allCases {
            notify(CheckProgress(part))
            do throws(EvokeError) {
                report.finish(part, count: try check(part))
            } catch  where error.kind == .libraryDamaged {
                // A page that cannot be read ends this part; the others may lie on other pages.
                report.note(part, "it cannot be read to its end: \(error.reason)")
            }
        }
    }

    /// How much there was to look at.
    private mutating func check(_ part: CheckReport.Part) throws(EvokeError) -> Int {
        switch part {
        case .file: try checkFile()
        case .references: try checkReferences()
        case .photos: try checkPhotos()
        case .vectors: try checkVectors()
        }
    }

    private mutating func checkFile() throws(EvokeError) -> Int {
        let statement = try connection.statement("PRAGMA integrity_check(\(CheckReport.faultsListedOfAPart))")
        defer { statement.reset() }
        while try statement.step() {
            for line in statement.text(0).split(separator: "\n") where line != "ok" && !line.hasPrefix("***") {
                report.note(.file, "SQLite says: \(line)")
            }
        }
        return try connection.count("PRAGMA page_count")
    }

    private mutating func checkReferences() throws(EvokeError) -> Int {
        let statement = try connection.statement("PRAGMA foreign_key_check")
        defer { statement.reset() }
        while try statement.step() {
            report.note(
                .references,
                "a row of '\(statement.text(0))' belongs to a row of '\(statement.text(2))' that is not there")
        }
        return 0
    }

    private mutating func checkPhotos() throws(EvokeError) -> Int {
        let photos = try connection.count("SELECT count(*) FROM photos")
        let here = try connection.count("SELECT count(*) FROM photos WHERE missing = 0")
        let missing = try connection.count("SELECT count(*) FROM photos WHERE missing IN (1, 2)")
        if here + missing != photos {
            report.note(
                .photos, "there are \(photos) photos, but \(here) count as here and \(missing) as gone or left out")
        }
        let statement = try connection.statement(
            """
            SELECT id FROM photos p
            WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE photo = p.id)
                AND NOT EXISTS (SELECT 1 FROM failures WHERE photo = p.id)
            """)
        defer { statement.reset() }
        while try statement.step() {
            report.note(
                .photos, "\(try name(of: statement.integer(0))) has neither a vector nor a reason for having none")
        }
        return photos
    }

    private mutating func checkVectors() throws(EvokeError) -> Int {
        let total = try connection.count("SELECT count(*) FROM vectors")
        let statement = try connection.statement(
            "SELECT v.photo, v.halves, m.name, m.dimensions FROM vectors v JOIN models m ON m.id = v.model")
        defer { statement.reset() }
        var done = 0
        while try statement.step() {
            if let fault = Self.fault(in: statement.blob(1), dimensions: Int(statement.integer(3))) {
                let model = statement.text(2)
                report.note(.vectors, "the vector of \(try name(of: statement.integer(0))) by '\(model)' \(fault)")
            }
            done += 1
            if done.isMultiple(of: 1_024) { notify(CheckProgress(.vectors, done: done, total: total)) }
        }
        return total
    }

    private static func fault(in blob: UnsafeRawBufferPointer, dimensions: Int) -> String? {
        guard (1...1 << 20).contains(dimensions) else { return "is of a model with \(dimensions) dimensions" }
        guard blob.count == 2 * dimensions else { return "has \(blob.count) bytes where \(2 * dimensions) belong" }
        var squares = 0.0
        for place in 0..<dimensions {
            let value = Double(blob.loadUnaligned(fromByteOffset: 2 * place, as: Float16.self))
            squares += value * value
        }
        let length = squares.squareRoot()
        guard length.isFinite else { return "has values that are no numbers" }
        return abs(length - 1) <= lengthTolerance ? nil : "is \(Float(length)) long where 1 belongs"
    }

    private func name(of photo: Int64) throws(EvokeError) -> String {
        let statement = try connection.statement(
            "SELECT f.path, p.name FROM photos p JOIN folders f ON f.id = p.folder WHERE p.id = ?"
        ).bind(photo)
        defer { statement.reset() }
        return try statement.step() ? "'\(statement.path(0).appending(statement.blob(1)).display)'" : "photo \(photo)"
    }
}
