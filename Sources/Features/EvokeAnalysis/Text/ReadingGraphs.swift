package import EvokeModels
package import EvokeValues

/// PP-OCR's three graphs: text detection, line orientation, and text recognition.
package final class ReadingGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, turns, recognizer: DiskPath

        package init(detector: DiskPath, turns: DiskPath, recognizer: DiskPath) {
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

    /// - Parameter streams: the number of photos or lines to process at once, with one thread each.
    package init(
        _ files: Files, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.turns] { _ = try GraphFile(file) }
        guard let characters = try GraphFile(files.recognizer).metadata["character"] else {
            throw failure(files.recognizer, "it does not list the characters it reads")
        }
        // One per line; the space is implied.
        alphabet = characters.split(separator: "\n", omittingEmptySubsequences: false).map { $0.first ?? " " } + [" "]
        // In bfloat16, the detector finds slightly different lines, which changes the reading of 6% of them. It is good
        // enough to see whether there is text at all, and for the recognizer.
        func stage(
            _ file: DiskPath, isQuick: Bool = false, for common: [Int?]? = nil, atMost most: Int = 1
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
        return Array(all.flatMap { LongLines.cut($0, in: picture) }.prefix(count))
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
            throw failure(files.detector, "it returned \(answer.shape) for \(size.width) × \(size.height) pixels")
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

private func failure(_ file: DiskPath, _ reason: String) -> EvokeError {
    EvokeError(
        .modelInvalid, doing: "read text with the graph", subject: file.display, reason: reason,
        remedy: "Set Evoke up again.")
}

/// The result of a first look at a picture.
struct Glance {
    /// The part that contains all possible text, as far as the reduced picture shows it.
    var text: Part?
    /// Whether there is text that is only visible at full size.
    var hasSmallText = false
}

/// Merges lines found in the reduced picture with those found at full size.
enum FineLines {
    /// The largest relative height of lines that a coarse line consists of.
    private static let smaller = 0.6
    /// The least share of a coarse line that several fine lines cover; strokes of a large letter cover less.
    private static let covering = 0.4

    /// Largest first. Small lines are found at full size, and large ones in the reduced picture. Where both overlap,
    /// the coarse line wins, unless it consists of several small lines.
    static func joined(_ coarse: [Rectangle], _ fine: [Rectangle]) -> [Rectangle] {
        var fine = fine
        let kept = coarse.filter { line in
            let inside = fine.filter { line.contains($0.middle) }
            // The coarse line is only a part of one that the tiles show.
            if inside.isEmpty, fine.contains(where: { $0.contains(line.middle) }) { return false }
            let area = inside.reduce(0) { $0 + $1.width * $1.height }
            let isSeveral =
                inside.count > 1 && area >= covering * line.width * line.height
                && inside.allSatisfy { min($0.width, $0.height) < smaller * min(line.width, line.height) }
            if !isSeveral { fine.removeAll { line.contains($0.middle) } }
            return !isSeveral
        }
        return (kept + fine).sorted { $0.width * $0.height > $1.width * $1.height }
    }
}

/// Splits lines that are too long for the recognizer at spaces between words.
enum LongLines {
    /// The largest ratio of width to height. The recognizer would squeeze longer lines and miss letters. Lines include
    /// half their height as margin.
    private static let longest = 36.0
    /// The longest piece, before extending it to a gap.
    private static let piece = 30.0
    /// How far to search for a gap in both directions, relative to the line's height.
    private static let reach = 2.0
    private static let gap = 0.25

    static func cut(_ line: Rectangle, in picture: Pixels) -> [Rectangle] {
        // Rotated text stands on its end.
        let stands = line.height > line.width
        let level = stands ? line.turnedLeft : line
        guard level.width > longest * level.height else { return [line] }
        let count = Int(nearest: (level.width / (piece * level.height)).rounded(.up))
        let contrasts = contrasts(along: level, in: picture)
        let reach = Int(nearest: reach * level.height)
        let inner = (1..<count).map { number in
            let middle = number * contrasts.count / count
            return quietest(
                of: contrasts, in: max(1, middle - reach)..<min(contrasts.count, middle + reach), level.height)
        }
        let places = [0] + inner.map(Double.init) + [level.width]
        return zip(places, places.dropFirst()).compactMap { start, end in
            guard end - start >= 1 else { return nil }
            let piece = Rectangle(
                middle: level.point((start + end - level.width) / 2, 0), along: level.along, width: end - start,
                height: level.height)
            return stands ? piece.turnedRight : piece
        }
    }

    /// The middle of the widest stretch with the least contrast.
    private static func quietest(of contrasts: [Int], in range: Range<Int>, _ height: Double) -> Int {
        let half = max(1, Int(nearest: gap * height / 2))
        func noise(at place: Int) -> Int {
            contrasts[max(0, place - half)..<min(contrasts.count, place + half + 1)].reduce(0, +)
        }
        return range.min { noise(at: $0) < noise(at: $1) } ?? range.lowerBound
    }

    /// For each pixel along a line, the difference between the darkest and lightest pixel across it.
    private static func contrasts(along line: Rectangle, in picture: Pixels) -> [Int] {
        // Without the margin, into which adjacent lines may extend.
        let reach = Int(nearest: line.height / 3)
        return (0..<Int(nearest: line.width)).map { column in
            var (darkest, lightest) = (255, 0)
            for row in -reach...reach {
                let point = line.point(Double(column) + 0.5 - line.width / 2, Double(row))
                let x = min(max(Int(nearest: point.x.rounded(.down)), 0), picture.size.width - 1)
                let y = min(max(Int(nearest: point.y.rounded(.down)), 0), picture.size.height - 1)
                let green = Int(picture.bytes[3 * (y * picture.size.width + x) + 1])
                (darkest, lightest) = (min(darkest, green), max(lightest, green))
            }
            return lightest - darkest
        }
    }
}
