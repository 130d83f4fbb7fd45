import EvokeSystem
package import EvokeValues

/// Places of the world with their names: one file, mapped into memory, that Tools/places/make-places makes.
/// Tools/places/README.md has its layout.
// Sendable because the bytes are only read.
package final class PlaceTable: @unchecked Sendable {
    package static let fileName = "places.table"

    /// What the bytes of all rows belong to.
    private let owner: AnyObject
    /// A character, and the text that it counts as.
    let folds: TableRows
    /// A folded name and its first posting, whose top bit says that the name is a usual word, too.
    let keys: TableRows
    /// Places, the biggest of a name first.
    let postings: TableRows
    /// Number (two columns), latitude, longitude, population, the place that it is in, name, first name in a language.
    let places: TableRows
    /// Language and text.
    let names: TableRows
    let languages: TableRows
    /// The first place in each square degree, and these places.
    let cells: TableRows
    let cellPlaces: TableRows
    private let texts: UnsafeRawBufferPointer

    /// Throws `EvokeError`: of the kind `notFound` where there is no such file, `damaged` where it is another.
    package convenience init(_ path: FilePath) throws(EvokeError) {
        let doing = "open the table of places"
        let file = try OpenFile(path, .readAtOnce, doing: doing)
        let status = try file.status()
        guard status.isFile, status.size > 0 else { throw .damagedTable("it is empty, or no file") }
        let mapped: MappedBytes
        do throws(Errno) {
            mapped = try MappedBytes(Int(status.size), of: file, atOnce: false)
        } catch {
            throw .system(error.code, doing: doing, subject: path)
        }
        try self.init(mapped.bytes, of: mapped)
    }

    /// - Parameter owner: keeps the bytes.
    init(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject) throws(EvokeError) {
        let magic = Array("EvokePl1".utf8)
        let widths = [8, 8, 4, 32, 8, 4, 4, 4, 1]
        guard bytes.count >= magic.count + 8 * widths.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw .damagedTable("it is no table of places, or cut short")
        }
        let header = try TableRows(
            UnsafeRawBufferPointer(rebasing: bytes[magic.count..<magic.count + 8 * widths.count]), width: 8)
        func part(_ number: Int) throws(EvokeError) -> UnsafeRawBufferPointer {
            let start = Int(try header.number(number))
            let count = Int(try header.number(number, 1))
            guard start <= bytes.count, count <= bytes.count - start else { throw .damagedTable("it is cut short") }
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
        guard cells.count == Self.cellCount + 1 else { throw .damagedTable("its map has not a cell for each degree") }
    }

    /// A text's UTF-8.
    func text(_ place: UInt32) throws(EvokeError) -> UnsafeRawBufferPointer {
        let place = Int(place)
        guard place < texts.count, Int(texts[place]) < texts.count - place else {
            throw .damagedTable("a text of it goes beyond its end")
        }
        return UnsafeRawBufferPointer(rebasing: texts[place + 1..<place + 1 + Int(texts[place])])
    }

    func string(_ place: UInt32) throws(EvokeError) -> String { String(decoding: try text(place), as: UTF8.self) }
}

/// What the table says of a place.
package struct Place: Hashable, Sendable {
    package let id: PlaceID
    /// How many people live there, as far as GeoNames knows.
    package let population: Int
    /// Its row.
    let row: Int
}

extension PlaceTable {
    func place(_ row: Int) throws(EvokeError) -> Place {
        let number = UInt64(try places.number(row)) | UInt64(try places.number(row, 1)) << 32
        let code = withUnsafeBytes(of: number.bigEndian) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let id = number < 1 << 32 ? .city(Int64(number)) : PlaceID(code) else {
            throw .damagedTable("a place of it has a code that is none")
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

    /// What it lies in: a city in a subdivision or a country, a subdivision in a country. Nil for a country, and for what
    /// the table does not know.
    package func parent(of id: PlaceID) throws(EvokeError) -> PlaceID? {
        guard let row = try row(of: id) else { return nil }
        return try parent(ofRow: row)?.id
    }

    func parent(ofRow row: Int) throws(EvokeError) -> Place? {
        let parent = try places.number(row, 5)
        return parent == UInt32.max ? nil : try place(Int(parent))
    }

    /// Its middle; nil where the table has none that is on Earth.
    package func coordinates(of place: Place) throws(EvokeError) -> Coordinates? {
        try Coordinates(latitude: latitude(ofRow: place.row), longitude: longitude(ofRow: place.row))
    }

    func latitude(ofRow row: Int) throws(EvokeError) -> Double {
        Double(Int32(bitPattern: try places.number(row, 2))) / 1e5
    }

    func longitude(ofRow row: Int) throws(EvokeError) -> Double {
        Double(Int32(bitPattern: try places.number(row, 3))) / 1e5
    }

    /// The place with all that it lies in.
    func photoPlace(ofRow row: Int) throws(EvokeError) -> PhotoPlace {
        var (city, subdivision, country): (Int64?, String?, String?)
        var next: Place? = try place(row)
        // A city, a subdivision, a country: a file that says more goes in circles.
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
