import EvokeSystem
package import EvokeValues

/// The places of the world with their names, mapped into memory from a single file, which Tools/places/make-places
/// creates. Tools/places/README.md describes its layout.
// Sendable because the bytes are only read.
package final class PlaceTable: @unchecked Sendable {
    package static let fileName = "places.table"

    /// Keeps the bytes of all rows alive.
    private let owner: AnyObject
    /// A character and its folded text.
    let folds: TableRows
    /// A folded name and its first posting, whose top bit marks names that are also common words.
    let keys: TableRows
    /// Places, sorted by size for each name.
    let postings: TableRows
    /// Number (two columns), latitude, longitude, population, enclosing place, name, first name with a language.
    let places: TableRows
    /// Language and text.
    let names: TableRows
    let languages: TableRows
    /// The first place of each square degree, and the places of all cells.
    let cells: TableRows
    let cellPlaces: TableRows
    private let texts: UnsafeRawBufferPointer

    /// Throws `EvokeError`: `notFound` if there is no such file, `damaged` if it is something else.
    package convenience init(_ path: FilePath) throws(EvokeError) {
        let doing = "open the table of places"
        let file = try OpenFile(path, .readAtOnce, doing: doing)
        let status = try file.status()
        guard status.isFile, status.size > 0 else { throw .damagedTable("it is empty or not a file") }
        let mapped: MappedBytes
        do throws(Errno) {
            mapped = try MappedBytes(Int(status.size), of: file, atOnce: false)
        } catch {
            throw .system(error.code, doing: doing, subject: path)
        }
        try self.init(mapped.bytes, of: mapped)
    }

    /// - Parameter owner: keeps the bytes alive.
    init(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject) throws(EvokeError) {
        let magic = Array("EvokePl1".utf8)
        let widths = [8, 8, 4, 32, 8, 4, 4, 4, 1]
        guard bytes.count >= magic.count + 8 * widths.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw .damagedTable("it is not a table of places, or it is truncated")
        }
        let header = try TableRows(
            UnsafeRawBufferPointer(rebasing: bytes[magic.count..<magic.count + 8 * widths.count]), width: 8)
        func part(_ number: Int) throws(EvokeError) -> UnsafeRawBufferPointer {
            let start = Int(try header.number(number))
            let count = Int(try header.number(number, 1))
            guard start <= bytes.count, count <= bytes.count - start else { throw .damagedTable("it is truncated") }
            return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
        }
        func rows(_ number: Int) throws(EvokeError) -> TableRows {
            try TableRows(try part(number), width: widths[number])
        }
        self.owner = owner
        folds = try rows(0)
        keys = try rows(1)
        postings = try rows(2)
        places = try rows(3)
        names = try rows(4)
        languages = try rows(5)
        cells = try rows(6)
        cellPlaces = try rows(7)
        texts = try part(8)
        guard cells.count == Self.cellCount + 1 else { throw .damagedTable("its map lacks cells") }
    }

    /// The UTF-8 of a text.
    func text(_ place: UInt32) throws(EvokeError) -> UnsafeRawBufferPointer {
        let place = Int(place)
        guard place < texts.count, Int(texts[place]) < texts.count - place else {
            throw .damagedTable("one of its texts extends beyond its end")
        }
        return UnsafeRawBufferPointer(rebasing: texts[place + 1..<place + 1 + Int(texts[place])])
    }

    func string(_ place: UInt32) throws(EvokeError) -> String { String(decoding: try text(place), as: UTF8.self) }
}

/// A place in the table.
package struct Place: Hashable, Sendable {
    package let id: PlaceID
    /// According to GeoNames; may be unknown.
    package let population: Int
    /// Its row.
    let row: Int
}

extension PlaceTable {
    func place(_ row: Int) throws(EvokeError) -> Place {
        let number = UInt64(try places.number(row)) | UInt64(try places.number(row, 1)) << 32
        let code = withUnsafeBytes(of: number.bigEndian) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let id = number < 1 << 32 ? .city(Int64(number)) : PlaceID(code) else {
            throw .damagedTable("one of its places has an invalid code")
        }
        return Place(id: id, population: Int(try places.number(row, 4)), row: row)
    }

    func row(of id: PlaceID) throws(EvokeError) -> Int? {
        let wanted: UInt64
        switch id {
        case .city(let number): wanted = UInt64(clamping: number)
        case .country(let code), .subdivision(let code):
            wanted = (Array(code.utf8) + [UInt8](repeating: 0, count: 8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        func number(_ row: Int) throws(EvokeError) -> UInt64 {
            UInt64(try places.number(row)) | UInt64(try places.number(row, 1)) << 32
        }
        let row = try places.partition { row throws(EvokeError) in try number(row) < wanted }
        guard row < places.count, try number(row) == wanted else { return nil }
        return row
    }

    /// The place that it is in: a subdivision or country for a city, a country for a subdivision. Nil for a country,
    /// and for places that are not in the table.
    package func parent(of id: PlaceID) throws(EvokeError) -> PlaceID? {
        guard let row = try row(of: id) else { return nil }
        return try parent(ofRow: row)?.id
    }

    func parent(ofRow row: Int) throws(EvokeError) -> Place? {
        let parent = try places.number(row, 5)
        return parent == UInt32.max ? nil : try place(Int(parent))
    }

    /// Its center; nil if the table has none or an invalid one.
    package func coordinates(of place: Place) throws(EvokeError) -> Coordinates? {
        try Coordinates(latitude: latitude(ofRow: place.row), longitude: longitude(ofRow: place.row))
    }

    func latitude(ofRow row: Int) throws(EvokeError) -> Double {
        Double(Int32(bitPattern: try places.number(row, 2))) / 1e5
    }

    func longitude(ofRow row: Int) throws(EvokeError) -> Double {
        Double(Int32(bitPattern: try places.number(row, 3))) / 1e5
    }

    /// The place with all enclosing places.
    func photoPlace(ofRow row: Int) throws(EvokeError) -> PhotoPlace {
        var (city, subdivision, country): (Int64?, String?, String?)
        var next: Place? = try place(row)
        // City, subdivision, country; a file with more levels has a cycle.
        for _ in 0..<3 {
            guard let place = next else { break }
            switch place.id {
            case .city(let number): city = number
            case .subdivision(let code): subdivision = code
            case .country(let code): country = code
            }
            next = try parent(ofRow: place.row)
        }
        return PhotoPlace(city: city, subdivision: subdivision, country: country)
    }
}
