import EvokePorts
import EvokeTestSupport
import EvokeValues

@testable import EvokeAnalysis

/// The table that set-up made.
enum Table {
    private static let made = Result { try PlaceTable(Installed.places()) }

    static var real: PlaceTable {
        get throws { try made.get() }
    }
}

/// Bytes of our own, where a sanitizer sees who leaves them.
final class HeapBytes {
    let bytes: UnsafeMutableRawBufferPointer

    func table() throws -> PlaceTable { try PlaceTable(UnsafeRawBufferPointer(bytes), of: self) }

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 8)
        self.bytes.copyBytes(from: bytes)
    }

    deinit {
        bytes.deallocate()
    }
}

extension PlaceID {
    static let lisbon = PlaceID.city(2_267_057)
    static let paris = PlaceID.city(2_988_507)
    static let moscow = PlaceID.city(524_901)
    static let tokyo = PlaceID.city(1_850_147)
    static let newYork = PlaceID.city(5_128_581)
    static let nice = PlaceID.city(2_990_440)
}

extension Coordinates {
    init(_ latitude: Double, _ longitude: Double) {
        // The tests' own points are on Earth.
        self.init(latitude: latitude, longitude: longitude)!
    }
}
