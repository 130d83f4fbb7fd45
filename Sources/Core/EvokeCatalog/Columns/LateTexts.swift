import EvokeSystem
import EvokeValues

/// Texts that changed after the column was built. They override those in the column.
struct LateTexts {
    /// Zero-terminated. Texts no longer used stay until the column is rebuilt.
    private(set) var bytes: [UInt8] = []
    /// The range of each photo's text; nil for a photo without one.
    private var places: [Int: Range<Int>?] = [:]
    /// The photos in `places`.
    private(set) var all = PhotoSet()

    var count: Int { places.count }

    @inline(__always)
    func has(_ photo: Int) -> Bool { !all.isEmpty && all.contains(PhotoID(Int64(photo))) }

    mutating func set(_ text: [UInt8]?, of photo: Int) {
        all.insert(PhotoID(Int64(photo)))
        places.updateValue(text.map { bytes.count..<bytes.count + $0.count }, forKey: photo)
        guard let text else { return }
        bytes += text
        bytes.append(0)
    }

    func start(of photo: Int) -> Int? { places[photo]??.lowerBound }

    subscript(photo: Int) -> ArraySlice<UInt8>? { places[photo].flatMap { $0 }.map { bytes[$0] } }

    /// As in `TextColumn`.
    func photos(with part: [UInt8], like pattern: WildcardPattern?) -> PhotoSet {
        var found = PhotoSet()
        bytes.withUnsafeBufferPointer { bytes in
            func look(_ isWanted: (Range<Int>) -> Bool) {
                for (photo, place) in places {
                    guard let place, part.isEmpty || self.bytes[place].firstPlace(of: part) != nil, isWanted(place)
                    else { continue }
                    found.insert(PhotoID(Int64(photo)))
                }
            }
            guard let pattern else { return look { _ in true } }
            pattern.withMatcher(of: bytes) { matcher in look { matcher.fits($0) } }
        }
        return found
    }
}
