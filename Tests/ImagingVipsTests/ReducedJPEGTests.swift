import EvokeCReducedJPEG
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import ImagingVips

/// The quick way for large JPEGs, beside libjpeg's.
@Suite struct ReducedJPEGTests {
    /// Every way in which colours are stored, with and without restarts, in sizes that fill no whole block: each pixel is
    /// the mean of those that libjpeg makes of the same place.
    @Test(arguments: ["420", "422", "444", "420-restarts", "422-optimised", "noise"])
    func showsTheMeanOfWhatIsThere(_ name: String) throws {
        let file = try PhotoFile(Self.fixture(name))
        let jpeg = try FileSystem.read(file.path)
        let whole = try file.open()
        let pixels = try Self.bytes(of: whole)
        for shrink in [4, 8] {
            let quick = try #require(ReducedJPEG.picture(jpeg, of: try file.open(), shrunkBy: shrink))
            #expect(quick.width == whole.width / shrink && quick.height == whole.height / shrink)
            var squares = 0.0
            for (place, level) in try Self.bytes(of: quick).enumerated() {
                let (row, column) = (place / (3 * quick.width), place / 3 % quick.width)
                var sum = 0
                for y in row * shrink..<(row + 1) * shrink {
                    for x in column * shrink..<(column + 1) * shrink {
                        sum += Int(pixels[3 * (y * whole.width + x) + place % 3])
                    }
                }
                let difference = Double(level) - Double(sum) / Double(shrink * shrink)
                squares += difference * difference
            }
            let difference = (squares / Double(3 * quick.width * quick.height)).squareRoot()
            // Noise is cut off at black and white in the whole picture, and not in its means.
            #expect(difference < (name == "noise" ? 8 : 2), "\(name) at 1/\(shrink): \(difference)")
        }
    }

    @Test(arguments: ["progressive.jpg", "grey.jpg", "cmyk.jpg"])
    func leavesWhatIsUnusualToLibjpeg(_ name: String) throws {
        let file = try PhotoFile(VipsDecoderTests.fixture(name))
        #expect(try ReducedJPEG.picture(FileSystem.read(file.path), of: file.open(), shrunkBy: 8) == nil)
    }

    @Test func isTakenForLargePhotosOnly() async throws {
        let file = try Self.fixture("420")
        let picture = try PhotoFile(file).open()
        let stored = PixelSize(width: picture.width, height: picture.height)
        #expect(try PhotoFile(file).shrinkOnLoad(from: stored, to: PixelSize(width: 12, height: 12)) == 4)
        #expect(try PhotoFile(file).shrinkOnLoad(from: stored, to: PixelSize(width: 224, height: 224)) == 1)
    }

    static func fixture(_ name: String) throws -> DiskPath {
        try VipsDecoderTests.fixture("reduced/\(name).jpg")
    }

    private static func bytes(of picture: VipsPicture) throws -> [UInt8] {
        var bytes: [UInt8] = []
        #expect(
            picture.forEachRow(in: 0..<picture.height, columns: 0..<picture.width) {
                bytes += UnsafeBufferPointer(start: $0, count: 3 * picture.width)
            })
        return bytes
    }
}
