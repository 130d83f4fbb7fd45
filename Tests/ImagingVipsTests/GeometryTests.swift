import EvokePorts
import EvokeValues
import Testing

@testable import ImagingVips

/// Where the middle of a photo is, by the code that models' authors prepared their photos with.
@Suite struct GeometryTests {
    struct Case: Sendable {
        let photo: (Int, Int)
        let side: Int
        let crop: Int
        /// Width, height, left and top: of transformers' `center_crop` and `get_resize_output_image_size`, and of
        /// torchvision's.
        let transformers: [Int]
        let torchvision: [Int]
    }

    @Test(arguments: [
        Case(photo: (61, 47), side: 64, crop: 64, transformers: [83, 64, 9, 0], torchvision: [83, 64, 10, 0]),
        Case(photo: (47, 61), side: 64, crop: 64, transformers: [64, 83, 0, 9], torchvision: [64, 83, 0, 10]),
        Case(photo: (200, 150), side: 64, crop: 64, transformers: [85, 64, 10, 0], torchvision: [85, 64, 10, 0]),
        Case(
            photo: (640, 427), side: 224, crop: 224, transformers: [335, 224, 55, 0], torchvision: [335, 224, 56, 0]),
        Case(
            photo: (321, 240), side: 255, crop: 224, transformers: [341, 255, 58, 15], torchvision: [341, 255, 58, 16]),
        Case(
            photo: (6000, 4000), side: 288, crop: 288, transformers: [432, 288, 72, 0], torchvision: [432, 288, 72, 0]),
        Case(photo: (1, 60), side: 32, crop: 32, transformers: [32, 1920, 0, 944], torchvision: [32, 1920, 0, 944]),
    ]) func cutsWhereTheModelsOwnCodeDoes(_ expected: Case) {
        for (middle, numbers) in [
            (ImageInput.Middle.whole, expected.transformers), (.even, expected.torchvision),
        ] {
            let geometry = geometry(expected.photo, expected.crop, .shortest(expected.side), middle)
            #expect(
                [geometry.scaled.width, geometry.scaled.height, geometry.left, geometry.top] == numbers, "\(middle)")
        }
    }

    /// open_clip adds a border as torchvision's `pad` is told to, Pillow as `ImageOps.pad` does.
    @Test func aBorderOfAnOddWidthFollowsItsPublisher() {
        #expect(geometry((61, 40), 32, .pad(0), .whole).top == -5 && geometry((61, 40), 32, .pad(0), .even).top == -6)
    }

    private func geometry(
        _ photo: (Int, Int), _ side: Int, _ fit: ImageInput.Fit, _ middle: ImageInput.Middle
    ) -> Geometry {
        let input = ImageInput(
            size: PixelSize(width: side, height: side), fit: fit, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1],
            middle: middle)
        return Geometry(of: PixelSize(width: photo.0, height: photo.1), for: input)
    }

    /// Whichever way the other side is rounded.
    @Test func neverHasMorePixelsThanWereAllowed() {
        let sizes = [
            (2_400, 1_702), (4_000, 3_000), (1_702, 2_400), (1_000_000, 5), (3, 900_000), (2_048, 1_536), (10, 10),
        ]
        for (width, height) in sizes + (1_500..<1_700).map({ (2_400, $0) }) {
            let photo = PixelSize(width: width, height: height)
            let side = Geometry.longSide(of: photo, atMost: 3_145_728)
            let scaled = Geometry(ofThumbnail: photo, .upright, side: side).scaled
            let count = scaled.width * scaled.height
            #expect(count <= 3_145_728 && side <= max(width, height), "\(photo)")
            let isFull = width * height <= 3_145_728 ? scaled == photo : count > 3_140_000
            #expect(isFull || width * height <= 4_000_000 || min(width, height) <= 1_000, "\(photo)")
        }
    }
}
