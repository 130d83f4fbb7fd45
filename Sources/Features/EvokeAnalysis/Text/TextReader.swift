import EvokeModels
package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Reads the text in photos: finds lines, levels them, reads each with two recognizers, and chooses between them.
package struct TextReader: Sendable {
    /// Larger photos are reduced first. 2048 × 1536, or 9 MB.
    private static let mostPixels = 3_145_728
    /// The same for photos with small letters: as much as a 4K screen shows, or 25 MB.
    private static let mostFinePixels = 8_294_400
    /// A picture narrower or lower than this has no legible letters.
    private static let leastSide = 8
    /// A newspaper has more; only the largest are read.
    private static let mostLines = 800
    /// The most lines for the line reader, which takes ten times as long.
    private static let mostCareful = 120
    /// If the recognizer is less sure, the line may be upside down.
    private static let sureOfDirection = 0.7
    /// Raise this when lines are found, read, or chosen differently.
    private static let version = 4

    private let graphs: ReadingGraphs
    private let lineReader: (any LineReading)?
    private let languages: [String]
    private let photos: any ImageShowing
    private let executor: BlockingExecutor

    /// - Parameters:
    ///   - lineReader: nil to read lines only with the recognizer.
    ///   - languages: the line reader's languages that may occur, most likely first.
    ///   - executor: works on as many lines at once as its width.
    package init(
        _ graphs: ReadingGraphs, lineReader: (any LineReading)?, languages: [String],
        photos: any ImageShowing, executor: BlockingExecutor
    ) {
        self.graphs = graphs
        self.lineReader = lineReader
        self.languages = languages
        self.photos = photos
        self.executor = executor
    }
}

extension TextReader: TextReading {
    package var fingerprint: String {
        get async throws {
            let graphs = try await executor.run { [graphs] in try graphs.digests() }
            let parts = ["\(Self.version)"] + graphs + [lineReader?.identity ?? ""] + languages
            return FileDigest.sha256(of: parts.joined(separator: "\n"))
        }
    }

    package func text(in file: DiskPath, named name: DiskPath) async throws -> PictureText {
        var picture = try await photos.pixels(of: file, named: name, atMost: Self.mostPixels)
        guard min(picture.pixels.size.width, picture.pixels.size.height) >= Self.leastSide else {
            return PictureText([], in: picture.original)
        }
        let glance = try await work { [picture] in try graphs.glance(at: picture.pixels) }
        if glance.hasSmallText, picture.pixels.size != picture.original {
            picture = try await photos.pixels(of: file, named: name, atMost: Self.mostFinePixels)
        }
        let size = picture.pixels.size
        let found = try await work { [picture] in
            try graphs.lines(in: picture.pixels, glance, atMost: Self.mostLines)
        }
        guard !found.isEmpty else { return PictureText([], in: picture.original) }

        let turned = try await recognized(found, in: picture.pixels)
        let lines = try await chosen(turned, of: picture.pixels)
        let scale = Double(picture.original.width) / Double(size.width)
        return PictureText(
            LineOrder.sorted(lines) { $0.place }.map { line, place in
                TextLine(
                    line.text, confidence: line.confidence, box: TextLine.Box(place.scaled(by: scale)),
                    script: line.script.rawValue)
            }, in: picture.original)
    }
}

extension TextReader {
    private struct Line: Sendable {
        let place: Rectangle
        let crop: LineCrop
        let recognition: Recognition
        /// What the recognizer reads after turning the line upside down, if that was tried.
        var upsideDown: Recognition?
    }

    private func work<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await executor.runWhileWanted(body).whileWanted()
    }

    /// Maps in parallel, on as many threads as there are; results are in order.
    private func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ body: @escaping @Sendable (Input) throws -> Output
    ) async throws -> [Output] {
        try await InTasks.map(inputs) { input in try await work { try body(input) } }
    }

    private func recognized(_ found: [Rectangle], in picture: Pixels) async throws -> [Line] {
        let crops = try await map(Directions.level(found)) { place in
            let crop = LineCrop(place, of: picture, longest: ReadingGraphs.longestLine)
            return (place: place, crop: crop, likelihood: try graphs.upsideDown(crop))
        }
        let upsideDown = Directions.upsideDown(crops.map { ($0.place, $0.likelihood) })
        let placed = zip(crops, upsideDown).map { line, isUpsideDown in
            isUpsideDown ? (line.place.upsideDown, line.crop.upsideDown) : (line.place, line.crop)
        }
        return try await map(placed) { place, crop in
            let line = Line(place: place, crop: crop, recognition: try graphs.recognition(of: crop))
            guard line.recognition.confidence < Self.sureOfDirection else { return line }
            let turned = crop.upsideDown
            let other = try graphs.recognition(of: turned)
            // For other scripts, the recognizer reads nothing in either direction.
            return other.confidence >= Self.sureOfDirection
                ? Line(place: place.upsideDown, crop: turned, recognition: other, upsideDown: line.recognition)
                : Line(place: place, crop: crop, recognition: line.recognition, upsideDown: other)
        }
    }

    /// The lines with their final readings. The first ones are read one after the other, because each suggests the
    /// language to try first for the next. The rest are only read in those languages, if the recognizer is sure.
    private func chosen(_ lines: [Line], of picture: Pixels) async throws -> [(line: ReadLine, place: Rectangle)] {
        var habits = Habits(languages: languages)
        let rest = lines.dropFirst(lineReader == nil ? 0 : Self.mostCareful)
        var careful: [CarefulLine] = []
        if let lineReader {
            let looked = lines.prefix(Self.mostCareful)
            let first = looked.prefix(Habits.firstLines).map { [$0] }
            for part in first + [Array(looked.dropFirst(Habits.firstLines))] {
                careful += try await map(part) { [habits] line in
                    try CarefulLine(
                        LineView(place: line.place, picture: picture, crop: line.crop), line.recognition,
                        upsideDown: { try line.upsideDown ?? graphs.recognition(of: line.crop.upsideDown) }, habits,
                        by: lineReader)
                }
                habits.record(careful.map(\.choice))
            }
            careful = try await map(careful) { [habits] line in
                var line = line
                try line.readAgain(habits)
                return line
            }
        }
        return (careful.map { ($0.choice, $0.view.place) } + rest.map { (LineChoice($0.recognition), $0.place) })
            .compactMap { choice, place in choice.line(habits).map { ($0, place) } }
    }
}

extension TextLine.Box {
    fileprivate init(_ rectangle: Rectangle) {
        let corners = rectangle.corners.map { Corner(x: Int(nearest: $0.x), y: Int(nearest: $0.y)) }
        self.init(start: corners[0], end: corners[1], belowEnd: corners[2], belowStart: corners[3])
    }
}

/// Determines the orientation of lines.
enum Directions {
    /// A line with a higher ratio of height to width stands on its end, as in PP-OCR's own code.
    private static let standing = 1.5

    /// Levels the lines: those that stand on their end, as text in a rotated picture does, are turned so that down
    /// becomes right. They may then be upside down.
    static func level(_ lines: [Rectangle]) -> [Rectangle] {
        func area(_ lines: [Rectangle]) -> Double { lines.reduce(0) { $0 + $1.width * $1.height } }
        let stand = lines.filter { $0.height >= standing * $0.width }
        let lie = lines.filter { $0.width >= standing * $0.height }
        // A short word may be as wide as it is high; it follows the others.
        let mostStand = area(stand) > area(lie)
        return lines.map { line in
            let stands = mostStand ? line.width < standing * line.height : line.height >= standing * line.width
            return stands ? line.turnedRight : line
        }
    }

    /// Which lines are upside down, based on likelihoods; an ambiguous line follows the others of its direction.
    static func upsideDown(_ lines: [(line: Rectangle, likelihood: Double)]) -> [Bool] {
        func mean(_ lines: [(line: Rectangle, likelihood: Double)]) -> Double {
            let weight = lines.reduce(0) { $0 + $1.line.width }
            return weight > 0 ? lines.reduce(0) { $0 + $1.line.width * $1.likelihood } / weight : 0
        }
        func isLevel(_ line: Rectangle) -> Bool { abs(line.along.x) > abs(line.along.y) }
        let level = mean(lines.filter { isLevel($0.line) })
        let standing = mean(lines.filter { !isLevel($0.line) })
        return lines.map { line, likelihood in
            switch likelihood {
            case ..<0.1: false
            case 0.9...: true
            default: (isLevel(line) ? level : standing) > 0.5
            }
        }
    }
}

/// The reading order of lines: top to bottom, and along each row.
struct LineOrder {
    /// - Parameter lines: oriented like their text.
    static func sorted<Line>(_ lines: [Line], by place: (Line) -> Rectangle) -> [Line] {
        let rectangles = lines.map(place)
        // The main reading direction of the picture.
        let along = rectangles.reduce(PlanePoint.zero) { $0 + $1.along * $1.width }.direction
        func down(_ point: PlanePoint) -> Double { point.y * along.x - point.x * along.y }
        func across(_ point: PlanePoint) -> Double { point.x * along.x + point.y * along.y }

        let fromAbove = lines.indices.sorted { down(rectangles[$0].middle) < down(rectangles[$1].middle) }
        var rows: [[Int]] = []
        for index in fromAbove {
            // Next to the first line of the row, not below it.
            if let first = rows.last?.first,
                down(rectangles[index].middle) - down(rectangles[first].middle)
                    < min(rectangles[index].height, rectangles[first].height) / 2
            {
                rows[rows.count - 1].append(index)
            } else {
                rows.append([index])
            }
        }
        return rows.flatMap { row in row.sorted { across(rectangles[$0].middle) < across(rectangles[$1].middle) } }
            .map { lines[$0] }
    }
}
