import EvokeModels
package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Reads the text in photos: finds lines, lays them level, reads each in two ways, and chooses.
package struct TextReader: Sendable {
    /// Of the photo: what is larger is made smaller first. 2048 × 1536, or 9 MB.
    private static let mostPixels = 3_145_728
    /// A picture that is less wide or high shows no letter.
    private static let leastSide = 8
    /// A newspaper has more; the largest are read.
    private static let mostLines = 400
    /// Of these so many at most go to the reader of lines, which takes ten times as long.
    private static let mostCareful = 120
    /// After so many lines, the languages of a picture are known.
    private static let firstLines = 4
    /// Where the recogniser is less sure, the line may be upside down.
    private static let sureOfDirection = 0.7
    /// A reading in another script than Latin that is so sure needs no other.
    private static let sureToStop = 0.85
    /// Raised when lines are found, read or chosen in another way.
    private static let version = 1

    private let graphs: ReadingGraphs
    private let lineReader: (any LineReading)?
    private let languages: [String]
    private let photos: any ImageShowing
    private let executor: BlockingExecutor

    /// - Parameters:
    ///   - lineReader: with none, lines are read by the recogniser alone.
    ///   - languages: those of the line reader that may occur, the likeliest first.
    ///   - executor: where lines are worked on, as many at once as it is wide.
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

    package func text(in file: FilePath, named name: FilePath) async throws -> PictureText {
        let picture = try await photos.pixels(of: file, named: name, atMost: Self.mostPixels)
        let size = picture.pixels.size
        guard min(size.width, size.height) >= Self.leastSide else { return PictureText([], in: picture.original) }
        let found = try await work { try graphs.lines(in: picture.pixels, atMost: Self.mostLines) }
        guard !found.isEmpty else { return PictureText([], in: picture.original) }

        let turned = try await recognized(found, in: picture.pixels)
        let lines = try await chosen(turned)
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
    }

    private func work<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await executor.runWhileWanted(body).whileWanted()
    }

    /// The same for each, as many at once as there are threads; in their order.
    private func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ body: @escaping @Sendable (Input) throws -> Output
    ) async throws -> [Output] {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            for (place, input) in inputs.enumerated() {
                group.addTask { (place, try await work { try body(input) }) }
            }
            var outputs: [(Int, Output)] = []
            for try await output in group { outputs.append(output) }
            return outputs.sorted { $0.0 < $1.0 }.map(\.1)
        }
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
            let other = Line(
                place: place.upsideDown, crop: turned, recognition: try graphs.recognition(of: turned))
            // Of other scripts, the recogniser sees nothing either way.
            return other.recognition.confidence >= Self.sureOfDirection ? other : line
        }
    }

    /// The lines with what is chosen of them. The first ones tell the languages of the picture; the others are read in
    /// these alone, where the recogniser is sure.
    private func chosen(_ lines: [Line]) async throws -> [(line: ReadLine, place: Rectangle)] {
        var habits = Habits(languages: languages)
        var choices: [(choice: LineChoice, place: Rectangle)] = []
        for part in [lines.prefix(Self.firstLines), lines.dropFirst(Self.firstLines)] {
            let start = choices.count
            choices += try await map(Array(part.enumerated())) { [habits] place, line in
                guard start + place < Self.mostCareful, let lineReader else {
                    return (LineChoice(line.recognition), line.place)
                }
                let choice = try Self.read(line.crop, as: line.recognition, habits, by: lineReader)
                guard line.recognition.confidence < Self.sureOfDirection else { return (choice, line.place) }
                // Neither the recogniser nor whoever tells turns knows other scripts.
                let other = try Self.read(line.crop.upsideDown, as: line.recognition, habits, by: lineReader)
                return other.foreignConfidence > choice.foreignConfidence
                    ? (other, line.place.upsideDown) : (choice, line.place)
            }
            habits.note(choices.map(\.choice))
        }
        return choices.compactMap { choice, place in choice.line(fits: habits.fits).map { ($0, place) } }
    }

    private static func read(
        _ crop: LineCrop, as recognition: Recognition, _ habits: Habits, by lineReader: any LineReading
    ) throws -> LineChoice {
        var choice = LineChoice(recognition)
        let line = crop.grey
        for language in habits.languages(for: recognition) {
            choice.add(try lineReader.read(line, in: language), in: language)
            if choice.foreignConfidence >= sureToStop { break }
        }
        return choice
    }
}

extension TextLine.Box {
    fileprivate init(_ rectangle: Rectangle) {
        let corners = rectangle.corners.map { Corner(x: Int(nearest: $0.x), y: Int(nearest: $0.y)) }
        self.init(start: corners[0], end: corners[1], belowEnd: corners[2], belowStart: corners[3])
    }
}
