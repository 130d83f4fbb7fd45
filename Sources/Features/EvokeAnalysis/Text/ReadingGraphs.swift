package import EvokeModels
package import EvokeValues

/// The three graphs of PP-OCR: where there is text, whether a line is upside down, and what is written in it.
package final class ReadingGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, turns, recognizer: FilePath

        package init(detector: FilePath, turns: FilePath, recognizer: FilePath) {
            (self.detector, self.turns, self.recognizer) = (detector, turns, recognizer)
        }
    }

    /// Lines that are longer, for their height, are pressed together: a line of 40 times its height, or 100 letters.
    static let longestLine = 1_920
    /// The widths of lines are rounded up to multiples of this, so that many share one.
    private static let widthStep = 32
    private static let turnWidth = 192
    /// Of the glance, so many stay in memory.
    private static let mostShapes = 3

    private let glance, detector, turns, recognizer: ShapedStage
    private let files: Files
    private let alphabet: [Character]

    /// - Parameters:
    ///   - folder: where compiled graphs are kept.
    ///   - streams: on how many photos or lines it works at once, each with one thread.
    package init(
        _ files: Files, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.turns] { _ = try GraphFile(file) }
        guard let characters = try GraphFile(files.recognizer).notes["character"] else {
            throw failure(files.recognizer, "it does not say which characters it reads")
        }
        // One a line; a space goes without saying.
        alphabet = characters.split(separator: "\n", omittingEmptySubsequences: false).map { $0.first ?? " " } + [" "]
        // In bfloat16 the detector finds lines a little otherwise, and six of a hundred are read otherwise then. To see
        // whether there is text at all, it is good enough, and so it is for the recogniser.
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

    /// What the graphs are.
    func digests() throws(EvokeError) -> [String] {
        [try detector.digest(), try turns.digest(), try recognizer.digest()]
    }

    /// Most photos have no text, and show that in a small picture already, and in those parts that are the likeliest to
    /// have small letters.
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

    /// The lines of text in a picture, the largest first. The detector sees them more exactly than at a glance, and only
    /// the part that may have some.
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

    /// Of all of the picture in its own size.
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
                "it answers with \(answer.shape) where there are \(size.width) × \(size.height) pixels")
        }
        return TextMap(width: size.width, height: size.height, likelihoods: answer.floats)
    }

    /// How likely it is that the line is upside down.
    func upsideDown(_ line: LineCrop) throws -> Double {
        let answer = try turns.run(
            line.numbers(width: Self.turnWidth), shape: [1, 3, LineCrop.height, Self.turnWidth])[0]
        guard answer.count == 2 else {
            throw failure(files.turns, "it answers with \(answer.shape), not with two numbers")
        }
        return Double(answer.floats[1])
    }

    func recognition(of line: LineCrop) throws -> Recognition {
        let width = (line.width + Self.widthStep - 1) / Self.widthStep * Self.widthStep
        let answer = try recognizer.run(line.numbers(width: width), shape: [1, 3, LineCrop.height, width])[0]
        guard answer.shape.last == alphabet.count + 1 else {
            throw failure(
                files.recognizer, "it tells \(answer.shape.last ?? 0) characters apart, and names \(alphabet.count)")
        }
        return Recognition(answer.floats, alphabet: alphabet)
    }
}

private func failure(_ file: FilePath, _ reason: String) -> EvokeError {
    EvokeError(
        .modelInvalid, doing: "read text with the graph", subject: file.display, reason: reason,
        remedy: "Set Evoke up again.")
}
