package import EvokePorts
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
    package convenience init(_ path: DiskPath) throws(EvokeError) {
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

package struct Place: Hashable, Sendable {
    package let id: PlaceID
    /// According to GeoNames; may be unknown.
    package let population: Int
    let row: Int
}

extension PlaceTable {
    func place(_ row: Int) throws(EvokeError) -> Place {
        let number = try number(ofRow: row)
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
        let row = try places.partition { row throws(EvokeError) in try number(ofRow: row) < wanted }
        guard row < places.count, try number(ofRow: row) == wanted else { return nil }
        return row
    }

    private func number(ofRow row: Int) throws(EvokeError) -> UInt64 {
        UInt64(try places.number(row)) | UInt64(try places.number(row, 1)) << 32
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
        try Coordinates(latitude: degrees(place.row, 2), longitude: degrees(place.row, 3))
    }

    private func degrees(_ row: Int, _ column: Int) throws(EvokeError) -> Double {
        Double(Int32(bitPattern: try places.number(row, column))) / 1e5
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

/// A section of the table: rows of numbers. Checks indices, so that nothing outside the file is read, whatever it
/// contains.
// Sendable because the bytes are only read, and the table they belong to outlives all users.
struct TableRows: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let width: Int
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer, width: Int) throws(EvokeError) {
        guard bytes.count.isMultiple(of: width) else { throw .damagedTable("a section has an incomplete row") }
        (self.bytes, self.width, count) = (bytes, width, bytes.count / width)
    }

    func number(_ row: Int, _ column: Int = 0) throws(EvokeError) -> UInt32 {
        guard row >= 0, row < count else { throw .damagedTable("one of its rows refers to a missing row") }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row * width + 4 * column, as: UInt32.self))
    }

    /// The first row for which `isBefore` is false.
    func partition(_ isBefore: (Int) throws(EvokeError) -> Bool) throws(EvokeError) -> Int {
        try (0..<count).partition(isBefore)
    }
}

extension Range<Int> {
    /// Binary search: the first index for which `isBefore` is false, or the end.
    func partition<Failure>(_ isBefore: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if try isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension EvokeError {
    static func damagedTable(_ reason: String) -> EvokeError {
        EvokeError(
            .damaged, doing: "look up a place", subject: PlaceTable.fileName, reason: reason,
            remedy: "Set Evoke up again to rebuild the table of places.")
    }
}

extension PlaceTable {
    static let cellCount = 180 * 360
    private static let kilometersOfADegree = 111.2
    /// A photo farther than this from the edge of a city, in kilometers, is only assigned to its country.
    private static let farthestOfACity = 25.0
    private static let farthestOfACountry = 100.0
    /// The radius of the largest city, in kilometers.
    private static let greatestRadius = 30.0

    /// Returns the city at a point, with its subdivision and country; farther out, only the country; and nothing if
    /// nobody lives within a hundred kilometers.
    ///
    /// A city is modeled as a disc with ten thousand people per square kilometer, and the nearest edge wins, so that a
    /// park in London is in London, though its borough has its own center. The table has no borders, so a photo near
    /// one may be assigned to the neighboring town.
    package func place(at point: Coordinates) throws(EvokeError) -> PhotoPlace {
        guard let (row, distance) = try nearestCity(to: point), distance <= Self.farthestOfACountry else {
            return PhotoPlace()
        }
        let place = try photoPlace(ofRow: row)
        return distance <= Self.farthestOfACity ? place : PhotoPlace(country: place.country)
    }

    private func nearestCity(to point: Coordinates) throws(EvokeError) -> (row: Int, kilometers: Double)? {
        let reach = (Self.farthestOfACountry + Self.greatestRadius) / Self.kilometersOfADegree
        let shrink = max(Self.cosine(ofDegrees: min(abs(point.latitude) + reach, 90)), 0.001)
        let wide = min(reach / shrink, 180)
        var nearest: (row: Int, kilometers: Double)?
        // At most once around the globe.
        let columns = Self.degrees(point.longitude - wide, point.longitude + wide).prefix(360)
        for row in Self.degrees(point.latitude - reach, point.latitude + reach) where (-90..<90).contains(row) {
            for column in columns {
                let cell = (row + 90) * 360 + (column + 540) % 360
                let (start, end) = (Int(try cells.number(cell)), Int(try cells.number(cell + 1)))
                guard start <= end, end <= cellPlaces.count else { throw .damagedTable("its map is truncated") }
                for number in start..<end {
                    let place = Int(try cellPlaces.number(number))
                    let distance = try kilometers(from: point, toEdgeOf: place)
                    if distance < nearest?.kilometers ?? .infinity { nearest = (place, distance) }
                }
            }
        }
        return nearest
    }

    /// Treats the neighborhood of the point as flat.
    private func kilometers(from point: Coordinates, toEdgeOf place: Int) throws(EvokeError) -> Double {
        let (latitude, longitude) = (try degrees(place, 2), try degrees(place, 3))
        let people = Double(try places.number(place, 4))
        var east = abs(longitude - point.longitude)
        if east > 180 { east = 360 - east }
        let north = latitude - point.latitude
        east *= Self.cosine(ofDegrees: (latitude + point.latitude) / 2)
        let radius = min((people / (10_000 * Double.pi)).squareRoot(), Self.greatestRadius)
        return (north * north + east * east).squareRoot() * Self.kilometersOfADegree - radius
    }

    private static func degrees(_ first: Double, _ last: Double) -> ClosedRange<Int> {
        let start = Int(nearest: first.rounded(.down))
        return start...max(start, Int(nearest: last.rounded(.down)))
    }

    private static func cosine(ofDegrees angle: Double) -> Double {
        Double(Mathematics.cos(Float(angle * .pi / 180)))
    }
}
