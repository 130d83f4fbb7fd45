import EvokeSystem
import EvokeValues
import Foundation

/// Files as disks, cards and broken transfers leave them, and as an enemy would make them; the same in every run.
public struct DamagedFile: Sendable {
    public let name: String
    public let bytes: [UInt8]

    private static let pictures = [
        "rgb.png", "rgb.webp", "rgb.tif", "rgb.jp2", "rgb.avif", "rgb.heic", "rgb.jxl", "animated.gif",
        "orientation-6.jpg", "progressive.jpg", "cmyk.jpg", "rgb.bmp",
    ]

    /// `count` files made from intact pictures of every format, the bombs among them.
    public static func make(_ count: Int) throws -> [DamagedFile] {
        var random = SeededGenerator(seed: 500)
        let intact = try pictures.map { (name: $0, bytes: try FileSystem.read(fixture($0))) }
        var files = try bombs()
        while files.count < count {
            let number = files.count
            let (name, bytes) = intact[number % intact.count]
            switch number / intact.count % 4 {
            case 0:
                let length = Int.random(in: 1..<bytes.count, using: &random)
                files.append(DamagedFile(name: "cut-\(number)-\(name)", bytes: Array(bytes.prefix(length))))
            case 1:
                var flipped = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    flipped[Int.random(in: 0..<bytes.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                files.append(DamagedFile(name: "flipped-\(number)-\(name)", bytes: flipped))
            case 2:
                let other = intact[(number + 5) % intact.count].name.split(separator: ".").last ?? ""
                files.append(DamagedFile(name: "wrong-suffix-\(number)-\(name).\(other)", bytes: bytes))
            default:
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let zeroes = [UInt8](repeating: 0, count: bytes.count - start)
                files.append(DamagedFile(name: "zeroes-\(number)-\(name)", bytes: bytes[..<start] + zeroes))
            }
        }
        return files + [DamagedFile(name: "empty.jpg", bytes: [])]
    }

    /// A cut, flipped bits, or zeroes from somewhere to the end.
    public static func damage(_ bytes: [UInt8], in way: Int, using random: inout SeededGenerator) -> [UInt8] {
        let place = Int.random(in: 1..<bytes.count, using: &random)
        switch way {
        case 0: return Array(bytes.prefix(place))
        case 1: return bytes[..<place] + [UInt8](repeating: 0, count: bytes.count - place)
        default:
            var flipped = bytes
            // Half of them in the header, where they do the most.
            let end = Bool.random(using: &random) ? bytes.count : min(bytes.count, 256)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                flipped[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            return flipped
        }
    }

    /// Small files that promise 60,000 × 60,000 pixels, which are ten gigabytes.
    private static func bombs() throws -> [DamagedFile] {
        let side = 60_000
        let (low, high) = (UInt8(side & 0xFF), UInt8(side >> 8))
        var bmp = try FileSystem.read(fixture("rgb.bmp"))
        bmp.replaceSubrange(18..<26, with: [low, high, 0, 0, low, high, 0, 0])
        var gif = try FileSystem.read(fixture("animated.gif"))
        // The screen's size, and that of the first picture on it.
        for place in [6, 38] { gif.replaceSubrange(place..<(place + 4), with: [low, high, low, high]) }
        return [
            DamagedFile(name: "bomb.png", bytes: TestPicture.pngBomb(width: side, height: side)),
            DamagedFile(name: "bomb.bmp", bytes: bmp), DamagedFile(name: "bomb.gif", bytes: gif),
            DamagedFile(name: "bomb.jpg", bytes: try FileSystem.read(fixture("bomb.jpg"))),
        ]
    }

    private static func fixture(_ name: String) -> DiskPath {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return DiskPath(tests.path).appending("ImagingVipsTests/Fixtures/\(name)")
    }
}
