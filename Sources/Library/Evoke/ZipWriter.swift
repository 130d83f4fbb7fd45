import EvokeValues

/// Writes a ZIP file sequentially, keeping only names in memory: files are stored uncompressed, one after the other.
///
/// The size and checksum of each file follow its content, so each file is read once. Sizes over 32 bits use ZIP64.
struct ZipWriter: Sendable {
    fileprivate struct Entry {
        let name: [UInt8]
        let modified: Int64
        let clock: CivilTime
        let start: UInt64
        /// Its sizes are written with 64 bits.
        let isLarge: Bool
        var sum = CRC32()
        var count: UInt64 = 0
    }

    private static let mostOf32Bits = UInt64(UInt32.max)
    /// Sizes follow the content; names are in UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11

    private var entries: [Entry] = []
    private var current: Entry?
    var count: UInt64 = 0

    /// The header before a file's content.
    ///
    /// - Parameters:
    ///   - name: including its folders.
    ///   - modified: in seconds since 1970; `clock` is the same in local time.
    ///   - most: an upper limit of its size.
    mutating func begin(_ name: String, modified: Int64, clock: CivilTime, atMost most: UInt64) -> [UInt8] {
        let entry = Entry(
            name: Array(name.utf8), modified: modified, clock: clock, start: count, isLarge: most >= Self.mostOf32Bits)
        current = entry
        var bytes: [UInt8] = []
        bytes.add(UInt32(0x0403_4B50))
        bytes.add(entry.version)
        bytes.add(Self.flags)
        bytes.add(UInt16(0))
        bytes.add(entry.time)
        bytes.add(entry.date)
        bytes.add(UInt32(0))
        for _ in 0..<2 { bytes.add(entry.isLarge ? UInt32.max : 0) }
        var extra = entry.stamp
        if entry.isLarge { extra += Self.large([0, 0]) }
        bytes.add(UInt16(entry.name.count))
        bytes.add(UInt16(extra.count))
        return counted(bytes + entry.name + extra)
    }

    mutating func add(_ bytes: [UInt8]) {
        current?.sum.add(bytes)
        current?.count += UInt64(bytes.count)
        count += UInt64(bytes.count)
    }

    /// The descriptor after a file's content.
    mutating func endFile() -> [UInt8] {
        guard let entry = current else { return [] }
        current = nil
        entries.append(entry)
        var bytes: [UInt8] = []
        bytes.add(UInt32(0x0807_4B50))
        bytes.add(entry.sum.value)
        for _ in 0..<2 {
            if entry.isLarge { bytes.add(entry.count) } else { bytes.add(UInt32(truncatingIfNeeded: entry.count)) }
        }
        return counted(bytes)
    }

    mutating func end() -> [UInt8] {
        let start = count
        var bytes = entries.flatMap(Self.listed)
        let (size, end) = (UInt64(bytes.count), start + UInt64(bytes.count))
        let files = UInt64(entries.count)
        let isLarge = files >= UInt16.max || start >= Self.mostOf32Bits || size >= Self.mostOf32Bits
        if isLarge {
            bytes.add(UInt32(0x0606_4B50))
            bytes.add(UInt64(44))
            bytes.add(Entry.madeBy)
            bytes.add(Entry.versionOfLarge)
            for _ in 0..<2 { bytes.add(UInt32(0)) }
            for number in [files, files, size, start] { bytes.add(number) }
            bytes.add(UInt32(0x0706_4B50))
            bytes.add(UInt32(0))
            bytes.add(end)
            bytes.add(UInt32(1))
        }
        bytes.add(UInt32(0x0605_4B50))
        for _ in 0..<2 { bytes.add(UInt16(0)) }
        for _ in 0..<2 { bytes.add(UInt16(clamping: files)) }
        bytes.add(isLarge ? UInt32.max : UInt32(size))
        bytes.add(isLarge ? UInt32.max : UInt32(start))
        bytes.add(UInt16(0))
        return counted(bytes)
    }

    private static func listed(_ entry: Entry) -> [UInt8] {
        let isLarge = entry.isLarge || entry.start >= mostOf32Bits
        var bytes: [UInt8] = []
        bytes.add(UInt32(0x0201_4B50))
        bytes.add(Entry.madeBy)
        bytes.add(isLarge ? Entry.versionOfLarge : entry.version)
        bytes.add(flags)
        bytes.add(UInt16(0))
        bytes.add(entry.time)
        bytes.add(entry.date)
        bytes.add(entry.sum.value)
        for _ in 0..<2 { bytes.add(isLarge ? UInt32.max : UInt32(entry.count)) }
        var extra = entry.stamp
        if isLarge { extra += large([entry.count, entry.count, entry.start]) }
        bytes.add(UInt16(entry.name.count))
        bytes.add(UInt16(extra.count))
        for _ in 0..<3 { bytes.add(UInt16(0)) }
        // A regular file, writable by its owner and readable by everyone.
        bytes.add(UInt32(0o100644) << 16)
        bytes.add(isLarge ? UInt32.max : UInt32(entry.start))
        return bytes + entry.name + extra
    }

    private static func large(_ numbers: [UInt64]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(UInt16(1))
        bytes.add(UInt16(8 * numbers.count))
        for number in numbers { bytes.add(number) }
        return bytes
    }

    private mutating func counted(_ bytes: [UInt8]) -> [UInt8] {
        count += UInt64(bytes.count)
        return bytes
    }
}

extension ZipWriter.Entry {
    fileprivate static let versionOfLarge: UInt16 = 45
    /// Made on Unix, so that file modes are read.
    fileprivate static let madeBy: UInt16 = 3 << 8 | versionOfLarge

    fileprivate var version: UInt16 { isLarge ? Self.versionOfLarge : 20 }
    /// In steps of two seconds.
    fileprivate var time: UInt16 { UInt16(clock.hour << 11 | clock.minute << 5 | clock.second / 2) }
    /// From 1980 to 2107.
    fileprivate var date: UInt16 {
        UInt16(min(max(clock.year - 1_980, 0), 127) << 9 | clock.month << 5 | clock.day)
    }

    /// The time to the second, independent of the time zone, for programs that support it; empty outside of 1970 to
    /// 2038.
    fileprivate var stamp: [UInt8] {
        guard let seconds = UInt32(exactly: modified), seconds <= UInt32(Int32.max) else { return [] }
        var bytes: [UInt8] = []
        bytes.add(UInt16(0x5455))
        bytes.add(UInt16(5))
        bytes.append(1)
        bytes.add(seconds)
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func add(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

/// File names in a ZIP, unique even where case is ignored.
struct ZipNames: Sendable {
    private var taken: Set<String> = []

    /// The name of a file in those folders, with a number if the name is taken. Whatever the names are, the path stays
    /// below the folder where the ZIP is unpacked.
    mutating func name(of file: String, in folders: [String]) -> String {
        let folder = folders.map { Self.safe($0) + "/" }.joined()
        let file = Self.safe(file)
        let dot = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? $0 : nil } ?? file.endIndex
        var (name, number) = (folder + file, 1)
        while !taken.insert(name.lowercased()).inserted {
            number += 1
            name = "\(folder)\(file[..<dot]) (\(number))\(file[dot...])"
        }
        return name
    }

    /// One component of a path. Other systems treat a backslash as a separator.
    private static func safe(_ piece: String) -> String {
        let scalars = piece.unicodeScalars.map { scalar in
            "/\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control ? "_" : scalar
        }
        let safe = String(String.UnicodeScalarView(scalars))
        return ["", ".", ".."].contains(safe) ? "_" : safe
    }
}

/// CRC-32, the checksum of files in a ZIP. Processes eight bytes at once, each with its own table.
private struct CRC32: Sendable {
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { (byte: UInt32) in
            (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        for place in 256..<(8 * 256) {
            let before = tables[place - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    private var rest = UInt32.max

    var value: UInt32 { ~rest }

    mutating func add(_ bytes: [UInt8]) {
        rest = bytes.withUnsafeBytes { bytes in
            Self.tables.withUnsafeBufferPointer { tables in
                var (rest, place) = (rest, 0)
                while place + 8 <= bytes.count {
                    let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    let mixed = next ^ UInt64(rest)
                    rest = 0
                    for byte in 0..<8 {
                        rest ^= tables[(7 - byte) * 256 + Int(mixed >> UInt64(8 * byte) & 0xFF)]
                    }
                    place += 8
                }
                for byte in bytes[place...] { rest = rest >> 8 ^ tables[Int((rest ^ UInt32(byte)) & 0xFF)] }
                return rest
            }
        }
    }
}
