import EvokeSystem
import EvokeValues

/// The texts of a column that came later than those in order, in place of them.
struct LateTexts {
    /// Each with a zero at its end. Those that nobody has any more stay until all are put in order.
    private(set) var bytes: [UInt8] = []
    /// Where that of each photo is; nil for one without a text.
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

    /// As in the column.
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
