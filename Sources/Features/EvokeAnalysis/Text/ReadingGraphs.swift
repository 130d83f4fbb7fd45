package import EvokeModels
package import EvokeValues

/// PP-OCR's three graphs: text detection, line orientation, and text recognition.
package final class ReadingGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, turns, recognizer: FilePath

        package init(detector: FilePath, turns: FilePath, recognizer: FilePath) {
            (self.detector, self.turns, self.recognizer) = (detector, turns, recognizer)
        }
    }

    /// Relatively longer lines are squeezed: 40 times the height, or about 100 letters.
    static let longestLine = 1_920
    /// Widths of lines are rounded up to multiples of this, so that many lines share one.
    private static let widthStep = 32
    private static let turnWidth = 192
    /// The number of shapes of the first look to keep in memory.
    private static let mostShapes = 3

    private let glance, detector, turns, recognizer: ShapedStage
    private let files: Files
    private let alphabet: [Character]

    /// - Parameters:
    ///   - folder: the cache of compiled graphs.
    ///   - streams: the number of photos or lines to process at once, with one thread each.
    package init(
        _ files: Files, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.turns] { _ = try GraphFile(file) }
        guard let characters = try GraphFile(files.recognizer).notes["character"] else {
            throw failure(files.recognizer, "it does not list the characters it reads")
        }
        // One per line; the space is implied.
        alphabet = characters.split(separator: "\n", omittingEmptySubsequences: false).map { $0.first ?? " " } + [" "]
        // In bfloat16, the detector finds slightly different lines, which changes the reading of 6% of them. It is good
        // enough to see whether there is text at all, and for the recognizer.
        func stage(
            _ file: FilePath, isQuick: Bool = false, for common: [Int?]? = nil, atMost most: Int = 1
        ) -> ShapedStage {
            ShapedStage(file, on: runtime, in: folder, streams: streams, isQuick: isQuick, for: common, atMost: most)
        }
        glance = stage(files.detector, isQuick: true, atMost: Self.mostShapes)
        detector = stage(files.detector, for: [1, 3, nil, nil])
        turns = stage(files.turns)
        recognizer = stage(files.recognizer, isQuick: true, for: [1, 3, LineCrop.height, nil])
    }

    func digests() throws(EvokeError) -> [String] {
        [try detector.digest(), try turns.digest(), try recognizer.digest()]
    }

    /// Most photos have no text, which a reduced picture and the parts most likely to have small letters already show.
    func glance(at picture: Pixels) throws -> Glance {
        let input = DetectorInput(atAGlance: picture.size)
        let text = try map(of: input.numbers(of: picture), input.shape, by: self.glance).maybeText
        let part = text?.scaled(by: 1 / input.scale, in: picture.size)
        guard let busiest = FineInput(picture, shape: input.shape, scale: input.scale) else {
            return Glance(text: part)
        }
        let hasSmallText = try map(of: busiest.planes.numbers, input.shape, by: self.glance).hasSmallText
        return Glance(text: part, hasSmallText: hasSmallText)
    }

    /// The lines of text in a picture, largest first. More exact than the first look, and restricted to the part that
    /// may have text.
    func lines(in picture: Pixels, _ glance: Glance, atMost count: Int) throws -> [Rectangle] {
        func found(_ input: DetectorInput) throws -> [Rectangle] {
            try map(of: input.numbers(of: picture), input.shape, by: detector).lines(atMost: count).map(input.place)
        }
        var input = DetectorInput(picture.size)
        if !glance.hasSmallText {
            guard let part = glance.text else { return [] }
            input = DetectorInput(part, of: picture.size)
        }
        var lines = try found(input)
        if lines.contains(where: { input.cuts($0, in: picture.size) }) {
            input = DetectorInput(picture.size)
            lines = try found(input)
        }
        let all =
            glance.hasSmallText && input.scale < 1
            ? FineLines.joined(lines, try fineMap(of: picture, inTilesOf: input.shape).lines(atMost: count)) : lines
        return Array(LongLines.cut(all, in: picture).prefix(count))
    }

    /// The whole picture at full size.
    private func fineMap(of picture: Pixels, inTilesOf size: PixelSize) throws -> TextMap {
        var whole = TextMap(picture.size)
        for tile in Tiles(of: picture.size, each: size).tiles {
            var planes = Planes(size)
            planes.put(tile.seen, of: picture)
            whole.take(tile.kept, of: try map(of: planes.numbers, size, by: detector), at: tile.seen)
        }
        return whole
    }

    private func map(of numbers: [Float], _ size: PixelSize, by stage: ShapedStage) throws -> TextMap {
        let answer = try stage.run(numbers, shape: [1, 3, size.height, size.width])[0]
        guard answer.count == size.width * size.height else {
            throw failure(
                files.detector,
                "it returned \(answer.shape) for \(size.width) × \(size.height) pixels")
        }
        return TextMap(width: size.width, height: size.height, likelihoods: answer.floats)
    }

    /// The likelihood that the line is upside down.
    func upsideDown(_ line: LineCrop) throws -> Double {
        let answer = try turns.run(
            line.numbers(width: Self.turnWidth), shape: [1, 3, LineCrop.height, Self.turnWidth])[0]
        guard answer.count == 2 else {
            throw failure(files.turns, "it returned \(answer.shape), not two numbers")
        }
        return Double(answer.floats[1])
    }

    func recognition(of line: LineCrop) throws -> Recognition {
        let width = (line.width + Self.widthStep - 1) / Self.widthStep * Self.widthStep
        let answer = try recognizer.run(line.numbers(width: width), shape: [1, 3, LineCrop.height, width])[0]
        guard answer.shape.last == alphabet.count + 1 else {
            throw failure(
                files.recognizer, "it returned \(answer.shape.last ?? 0) characters, but lists \(alphabet.count)")
        }
        return Recognition(answer.floats, alphabet: alphabet)
    }
}

private func failure(_ file: FilePath, _ reason: String) -> EvokeError {
    EvokeError(
        .modelInvalid, doing: "read text with the graph", subject: file.display, reason: reason,
        remedy: "Set Evoke up again.")
}
