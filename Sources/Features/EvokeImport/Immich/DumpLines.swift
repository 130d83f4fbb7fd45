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

    init(_ path: FilePath) throws(EvokeError) {
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
            .unsupported, doing: Self.doing, subject: file.path.display, reason: "it is in pg_dump's archive format",
            remedy: "Convert it to text with pg_restore and use that file.")
    }
}

/// Assembles lines from pieces.
private struct LineSplitter {
    let longest: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(longest: Int) { self.longest = longest }

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
