import EvokePorts
import EvokeValues

/// A generated photo with a vector of 512 values, metadata, keywords, and colors, as in a library of large_library.py
/// --metadata.
enum GeneratedPhoto {
    static let model = ModelID(name: "bench", fingerprint: "of no model", dimensions: 512)

    static func path(in folder: DiskPath, _ number: Int) -> DiskPath {
        folder.appending("\(number / 1_000)/IMG_\(number).jpg")
    }

    static func stamp(_ number: Int) -> FileStamp {
        FileStamp(size: 4_000_000, modifiedNanoseconds: Int64(number), inode: UInt64(number))
    }

    static func changes(_ path: DiskPath, _ number: Int) -> [CatalogChange] {
        var random = Numbers(state: UInt64(number) &+ 1)
        let values = (0..<model.dimensions).map { _ in Float(Int64(bitPattern: random.next()) >> 40) }
        guard let vector = Embedding(normalizing: values, fingerprint: model.fingerprint) else { return [] }
        var metadata = PhotoMetadata()
        metadata.taken = TakenDate(
            localSeconds: 946_684_800 + 60 * Int64(number), precision: .second, source: .exifOriginal)
        metadata.camera = Camera(make: "Nikon", model: "D\(700 + number % 12)")
        metadata.lens = "35 mm f/2"
        if number % 5 < 3 {
            metadata.place = Coordinates(
                latitude: 41.9 + Double(number % 100) / 100, longitude: 12.5 + Double(number % 10) / 100)
        }
        if number.isMultiple(of: 10) { metadata.title = "Title \(number % 5_000) of a day" }
        if number.isMultiple(of: 20) {
            metadata.description = "A caption of the trip \(number % 9_000), with some words more"
        }
        metadata.keywords = (0..<number % 5).map { _ in "word\(random.next() % 1_000)" }
        return [
            .encoded(
                path, stamp(number), ContentDigest(high: random.next(), low: random.next()),
                PixelSize(width: 4_000, height: 3_000), vector, colors: PhotoColors([PhotoColor.allCases[number % 12]]),
                described: (metadata, .none))
        ]
    }

    /// The same numbers in each run (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
            return number ^ number >> 31
        }
    }
}
