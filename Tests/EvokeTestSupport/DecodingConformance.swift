package import EvokePorts
import EvokeSystem
import EvokeValues
import Testing

/// What every `ImageDecoding` must do. Run it against each implementation, with files that it can read.
package struct DecodingConformance {
    /// Contents of files.
    package struct Samples: Sendable {
        let whole: [UInt8]
        /// Its end is missing.
        let cut: [UInt8]
        /// Nothing of it can be shown.
        let damaged: [UInt8]

        package init(whole: [UInt8], cut: [UInt8], damaged: [UInt8]) {
            self.whole = whole
            self.cut = cut
            self.damaged = damaged
        }
    }

    private static let input = ImageInput(
        size: PixelSize(width: 6, height: 4), fit: .squash, kernel: .bilinear, mean: [0, 0, 0], std: [1, 1, 1])

    private let decoder: any ImageDecoding
    private let samples: Samples
    private let home = TemporaryFolder()

    package init(_ decoder: any ImageDecoding, _ samples: Samples) {
        self.decoder = decoder
        self.samples = samples
    }

    package enum Check: CaseIterable, Sendable {
        case picture, pixels, cutPicture, whatCannotBeRead, manyAtOnce, cancelling
    }

    package func check(_ check: Check) async throws {
        switch check {
        case .picture: try await checkPicture()
        case .pixels: try await checkPixels()
        case .cutPicture: try await checkCutPicture()
        case .whatCannotBeRead: try await checkWhatCannotBeRead()
        case .manyAtOnce: try await checkManyAtOnce()
        case .cancelling: try await checkCancelling()
        }
    }

    package func checkAll() async throws {
        for one in Check.allCases { try await check(one) }
    }

    private func checkPicture() async throws {
        let file = try home.write("whole", samples.whole)
        let image = try await decoder.decode(file, for: Self.input, thumbnail: true)
        #expect(image.tensor.count == 3 * 6 * 4 && image.tensor.allSatisfy(\.isFinite))
        #expect(image.original.width > 0 && image.original.height > 0)
        #expect(image.share == nil && image.thumbnail?.jpeg.isEmpty == false && image.colors != nil)
        let other = try await decoder.decode(file, for: Self.input)
        #expect(other.tensor == image.tensor && other.thumbnail == nil && other.colors == nil, "nobody asked for them")
        #expect(try FileSystem.read(file) == samples.whole)
    }

    private func checkPixels() async throws {
        let size = PixelSize(width: 6, height: 4)
        let pixels = try Pixels((0..<72).map { UInt8($0) }, size: size)
        let image = try await decoder.decode(pixels, for: Self.input)
        #expect(image.tensor.count == 72 && image.original == size && image.share == nil)
    }

    private func checkCutPicture() async throws {
        let image = try await decoder.decode(home.write("cut", samples.cut), for: Self.input)
        #expect(image.tensor.count == 72 && image.share.map { $0 > 0 && $0 < 1 } == true)
    }

    private func checkWhatCannotBeRead() async throws {
        let damaged = try home.write("damaged", samples.damaged)
        for (file, kind) in [(damaged, EvokeError.Kind.damaged), (home.path.appending("none"), .notFound)] {
            let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: Self.input) }
            #expect(error?.kind == kind && error?.subject == file.display)
        }
        // What is wrong with the question is not the photo's fault.
        let whole = try home.write("whole", samples.whole)
        let noInput = ImageInput(
            size: PixelSize(width: 6, height: 4), fit: .squash, kernel: .bilinear, mean: [0, 0, 0], std: [0, 0, 0])
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(whole, for: noInput) }
        #expect(error?.kind == .wrongUsage)
    }

    private func checkManyAtOnce() async throws {
        let whole = try home.write("whole", samples.whole)
        let damaged = try home.write("damaged", samples.damaged)
        let alone = try await decoder.decode(whole, for: Self.input).tensor
        await withTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    let file = number % 4 == 0 ? damaged : whole
                    let tensor = try? await decoder.decode(file, for: Self.input).tensor
                    #expect(tensor == (number % 4 == 0 ? nil : alone))
                }
            }
        }
    }

    private func checkCancelling() async throws {
        let whole = try home.write("whole", samples.whole)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await decoder.decode(whole, for: Self.input)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

extension DecodingConformance.Samples {
    /// For decoders of pictures: a PNG, half of it, and its first bytes alone.
    package static let pictures = {
        let picture = TestPicture.png(7, width: 300, height: 200)
        return Self(whole: picture, cut: Array(picture[..<(picture.count / 2)]), damaged: Array(picture[..<20]))
    }()
}
