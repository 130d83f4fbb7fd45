import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ImagingVips

/// Photos whose end is missing are shown as far as they go.
@Suite struct CutPictureTests {
    private static let side = 40
    private static let input = ImageInput(
        size: PixelSize(width: side, height: side), fit: .squash, kernel: .bilinear, mean: [0, 0, 0], std: [1, 1, 1])

    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 2), previews: [:], inFull: true)

    @Test(
        arguments: ["baseline.jpg", "grey.jpg", "rows.png", "frame.gif", "strips.tif"], [0.45, 0.7, 0.95]
    ) func showsWhatIsThereAndGrayBelow(name: String, part: Double) async throws {
        let whole = try await decoder.decode(whole(name), for: Self.input)
        let cut = try await decoder.decode(cut(name, to: part), for: Self.input, thumbnail: true)
        let share = try #require(cut.share)
        #expect(abs(share - part) < 0.2 && share < 1, "\(share)")
        #expect(whole.share == nil && cut.original == whole.original && cut.thumbnail != nil)
        let (seen, wanted) = (rows(of: cut), rows(of: whole))
        let edge = Int(share * Double(Self.side))
        let isSeen = seen[..<(edge - 4)].elementsEqual(wanted[..<(edge - 4)])
        #expect(isSeen && seen.dropFirst(edge + 2).allSatisfy(isGray))
    }

    @Test func aBMPHasItsTopAtTheEnd() async throws {
        let whole = try await rows(of: decoder.decode(whole("up.bmp"), for: Self.input))
        let cut = try await decoder.decode(cut("up.bmp", to: 0.6), for: Self.input)
        let (share, seen) = (try #require(cut.share), rows(of: cut))
        #expect(abs(share - 0.6) < 0.02 && seen[18...].elementsEqual(whole[18...]) && seen[..<14].allSatisfy(isGray))
    }

    /// Its first scan shows all of the picture, if not sharply.
    @Test func aProgressiveJPEGIsThereAtOnce() async throws {
        let whole = try await decoder.decode(whole("progressive.jpg"), for: Self.input)
        let cut = try await decoder.decode(cut("progressive.jpg", to: 0.5), for: Self.input)
        #expect(cut.share == 1)
        let difference = zip(whole.tensor, cut.tensor).reduce(into: Float(0)) { $0 += abs($1.0 - $1.1) }
        #expect(difference / Float(whole.tensor.count) < 0.05)
        // Within the first scan it is like any other.
        let early = try await decoder.decode(self.cut("progressive.jpg", to: 0.05), for: Self.input)
        #expect(try #require(early.share) < 1)
    }

    @Test(arguments: ["baseline.jpg", "rows.png", "strips.tif", "up.bmp"])
    func saysHowMuchIsThereOfLessThanAThird(name: String) async throws {
        let file = try cut(name, to: 0.25)
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: Self.input) }
        #expect(error?.kind == .damaged)
        let percent = error?.reason.split(separator: " ").compactMap { Int($0) }.first
        #expect((14...27).contains(try #require(percent)), "\(error?.reason ?? "")")
    }

    @Test(arguments: ["baseline.jpg", "rows.png"])
    func aLostEndMayComeBackAsZeros(name: String) async throws {
        let bytes = try FileSystem.read(whole(name))
        let rest = [UInt8](repeating: 0, count: bytes.count / 3)
        let file = try folder.write(name, bytes.dropLast(rest.count) + rest)
        #expect(try await decoder.decode(file, for: Self.input).share != nil)
    }

    @Test func damageBeforeTheEndIsNoCut() async throws {
        var bytes = try FileSystem.read(whole("rows.png"))
        bytes[bytes.count * 3 / 4] ^= 0x10
        let file = try folder.write("rows.png", bytes)
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: Self.input) }
        #expect(error?.kind == .damaged && error?.reason.contains("%") == false, "\(error?.reason ?? "")")
    }

    /// The middle of a tall photo, which a model looks at, may be almost gone when a third of the photo is there.
    @Test func aModelIsNotShownAGrayField() async throws {
        let middle = ImageInput(
            size: PixelSize(width: 40, height: 40), fit: .shortest(40), kernel: .bilinear, mean: [0, 0, 0],
            std: [1, 1, 1])
        let cut = try await decoder.decode(cut("baseline.jpg", to: 0.36), for: middle)
        #expect(cut.share.map { $0 < 0.45 } == true && cut.original == PixelSize(width: 180, height: 300))
        #expect(!rows(of: cut).contains(where: isGray))
    }

    @Test func cutPhotosHaveThumbnailsOfAnySizeAndTheirOwnSize() async throws {
        for name in ["baseline.jpg", "progressive.jpg", "rows.png", "strips.tif", "up.bmp"] {
            let file = try cut(name, to: 0.6)
            #expect(try await !decoder.thumbnail(of: file, named: file, side: 1_000).jpeg.isEmpty)
            let size = try await decoder.size(of: file)
            #expect(size == PixelSize(width: 180, height: 300) || size == PixelSize(width: 60, height: 100))
        }
    }

    private func cut(_ name: String, to part: Double) throws -> DiskPath {
        let bytes = try FileSystem.read(whole(name))
        return try folder.write(name, bytes.prefix(Int(Double(bytes.count) * part)))
    }

    /// Of each, its red, its green and its blue.
    private func rows(of image: PreparedImage) -> [[Float]] {
        let plane = Self.side * Self.side
        return (0..<Self.side).map { row in
            (0..<3).flatMap { channel -> ArraySlice<Float> in
                let start = channel * plane + row * Self.side
                return image.tensor[start..<(start + Self.side)]
            }
        }
    }

    private func isGray(_ row: [Float]) -> Bool { row.allSatisfy { abs($0 - 0.502) < 0.01 } }

    private func whole(_ name: String) throws -> DiskPath {
        if name == "rows.png" { return try folder.write("whole.png", TestPicture.png(3, width: 180, height: 300)) }
        return DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/cut/\(name)")
    }
}
