import EvokeDigests
import EvokeSystem
import EvokeValues

/// The lines of a `pg_dump` file, compressed by gzip or not. Only one line is in memory at a time, however long the
/// file is.
struct DumpLines {
    typealias Line = UnsafeBufferPointer<UInt8>

    static let doing = "read the dump"
    /// A photo's row has some hundred bytes. Longer lines are skipped.
    private static let longest = 1 << 20
    private static let archive = Array("PGDMP".utf8)

    private let file: OpenFile
    private let total: Int64

    init(_ path: DiskPath) throws(EvokeError) {
        let status = try FileSystem.status(of: path, doing: Self.doing)
        guard !status.isFolder else {
            throw EvokeError(
                .unsupported, doing: Self.doing, subject: path.display, reason: "it is a folder",
                remedy: "Choose a file in it. Immich writes one there every night, with a name ending in .sql.gz.")
        }
        file = try OpenFile(path, doing: Self.doing)
        total = status.isFile ? status.size : 0
    }

    /// All lines, without their ends. `body` returns false to stop.
    ///
    /// - Parameter notify: gets how many bytes of the file were read, and its size, or 0 if unknown.
    func forEach(
        notify: (_ done: Int64, _ total: Int64) -> Void, _ body: (Line) throws(EvokeError) -> Bool
    ) throws(EvokeError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var (done, inflation): (Int64, Inflation?) = (0, nil)
        var splitter = LineSplitter(longest: Self.longest)
        while true {
            let count = try file.readNext(&chunk)
            if count == 0 { break }
            if done == 0 {
                guard !chunk.starts(with: Self.archive) else { throw archived }
                if chunk.starts(with: gzipMagic) { inflation = Inflation() }
            }
            done += Int64(count)
            notify(done, total)
            if let inflation {
                var isWanted = true
                let isWhole = try inflation.add(count < chunk.count ? Array(chunk[..<count]) : chunk) {
                    (piece) throws(EvokeError) in
                    if isWanted { isWanted = try splitter.add(piece, body) }
                }
                guard isWanted else { return }
                guard isWhole else { throw damaged("its compressed data is damaged") }
            } else {
                // Only untyped errors can be thrown out of a buffer's own closure.
                let outcome = chunk.withUnsafeBufferPointer { bytes in
                    Result { () throws(EvokeError) in try splitter.add(Line(rebasing: bytes[..<count]), body) }
                }
                guard try outcome.get() else { return }
            }
        }
        guard inflation?.isAtEnd ?? true else { throw damaged("its compressed data is truncated") }
        _ = try splitter.end(body)
    }

    func damaged(_ reason: String) -> EvokeError {
        EvokeError(
            .damaged, doing: Self.doing, subject: file.path.display, reason: reason, remedy: "Create the dump again.")
    }

    func refused(_ reason: String) -> EvokeError {
        EvokeError(
            .unsupported, doing: Self.doing, subject: file.path.display, reason: reason,
            remedy: "Choose a dump made by Immich, with a name ending in .sql.gz, or one that pg_dump made of its "
                + "database.")
    }

    private var archived: EvokeError {
        EvokeError(
            .unsupported, doing: Self.doing, subject: file.path.display,
            reason: "it is an archive of pg_dump, not plain SQL",
            remedy: "Convert it to text with pg_restore and use that file.")
    }
}

private struct LineSplitter {
    let longest: Int
    var rest: [UInt8] = []
    var isTooLong = false

    mutating func add(
        _ piece: DumpLines.Line, _ body: (DumpLines.Line) throws(EvokeError) -> Bool
    ) throws(EvokeError) -> Bool {
        var start = 0
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let part = DumpLines.Line(rebasing: piece[start..<end])
            start = end + 1
            let isWanted = rest.isEmpty && !isTooLong ? try body(part) : try finish(with: part, body)
            guard isWanted else { return false }
        }
        keep(DumpLines.Line(rebasing: piece[start...]))
        return true
    }

    /// Delivers what follows the last line end.
    mutating func end(_ body: (DumpLines.Line) throws(EvokeError) -> Bool) throws(EvokeError) -> Bool {
        rest.isEmpty ? true : try finish(with: DumpLines.Line(start: nil, count: 0), body)
    }

    private mutating func keep(_ part: DumpLines.Line) {
        guard !isTooLong, rest.count + part.count <= longest else {
            (rest, isTooLong) = ([], true)
            return
        }
        rest += part
    }

    private mutating func finish(
        with part: DumpLines.Line, _ body: (DumpLines.Line) throws(EvokeError) -> Bool
    ) throws(EvokeError) -> Bool {
        keep(part)
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong else { return true }
        return try rest.withUnsafeBufferPointer { line in
            Result { () throws(EvokeError) in try body(line) }
        }.get()
    }
}

/// The header of a table in a dump: `COPY public.asset (id, "ownerId") FROM stdin;`. Its rows follow, one per line.
struct CopiedTable {
    let name: String
    /// The index of each column in a row.
    let columns: [String: Int]

    /// Nil if the line is something else.
    init?(_ line: DumpLines.Line) {
        guard line.starts(with: "COPY ".utf8) else { return nil }
        var rest = line.dropFirst("COPY ".utf8.count)
        guard var name = Self.name(&rest) else { return nil }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard let inSchema = Self.name(&rest) else { return nil }
            name = inSchema
        }
        guard Self.drop(" (", from: &rest) else { return nil }
        var columns: [String: Int] = [:]
        repeat {
            guard let column = Self.name(&rest) else { return nil }
            columns[column] = columns.count
        } while Self.drop(", ", from: &rest)
        guard Self.drop(") FROM stdin;", from: &rest), rest.isEmpty else { return nil }
        (self.name, self.columns) = (name, columns)
    }

    private static func drop(_ text: String, from rest: inout DumpLines.Line.SubSequence) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Quoted, as names with capitals are, or not.
    private static func name(_ rest: inout DumpLines.Line.SubSequence) -> String? {
        let quote = UInt8(ascii: "\"")
        if rest.first == quote {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: quote) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        let end = rest.firstIndex { ". (),\"".utf8.contains($0) } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        defer { rest = rest[end...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}

/// A row of a table in a dump, valid until its reader returns.
struct CopiedRow {
    private let line: DumpLines.Line
    private let fields: [Range<Int>]
    private let table: CopiedTable

    /// Nil if the line is not a row of the table.
    init?(_ line: DumpLines.Line, of table: CopiedTable) {
        var (fields, start): ([Range<Int>], Int) = ([], 0)
        fields.reserveCapacity(table.columns.count)
        while let end = line[start...].firstIndex(of: UInt8(ascii: "\t")) {
            fields.append(start..<end)
            start = end + 1
            guard fields.count < table.columns.count else { return nil }
        }
        fields.append(start..<line.count)
        guard fields.count == table.columns.count else { return nil }
        (self.line, self.fields, self.table) = (line, fields, table)
    }

    /// Nil for NULL, and if there is no such column. The table has one of the names.
    func text(_ names: String...) -> String? {
        field(names).map { String(decoding: $0, as: UTF8.self) }
    }

    func isTrue(_ name: String) -> Bool { field([name]) == [UInt8(ascii: "t")] }

    func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    func id(_ names: String...) -> ImmichID? { field(names).flatMap { ImmichID($0) } }

    /// A `bytea`, written as `\x` and hexadecimal digits.
    func bytes(_ name: String) -> [UInt8]? {
        guard let digits = field([name])?.dropFirst(2), digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = digits
        while let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit) {
            bytes.append(high << 4 | low)
        }
        return bytes.count * 2 == digits.count ? bytes : nil
    }

    private func field(_ names: [String]) -> [UInt8]? {
        guard let place = names.lazy.compactMap({ table.columns[$0] }).first else { return nil }
        let written = line[fields[place]]
        guard written.contains(UInt8(ascii: "\\")) else { return Array(written) }
        if written.elementsEqual("\\N".utf8) { return nil }
        var (bytes, rest): ([UInt8], _) = ([], written)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes.append(Self.escapes[escaped] ?? escaped)
        }
        return bytes
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
        UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
    ]

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// A UUID, which identifies photos, albums and people in Immich.
struct ImmichID: Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Nil if it is not a UUID.
    init?(_ text: [UInt8]) {
        var (digits, count): ([UInt64], Int) = ([0, 0], 0)
        for byte in text where byte != UInt8(ascii: "-") {
            guard count < 32, let digit = CopiedRow.digit(byte) else { return nil }
            digits[count / 16] = digits[count / 16] << 4 | UInt64(digit)
            count += 1
        }
        guard count == 32 else { return nil }
        (high, low) = (digits[0], digits[1])
    }
}
