package import EvokeModels
package import EvokeValues

/// The three graphs: where there are faces, where eyes, nose and mouth are in one, and the vector of one.
package final class FaceGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, landmarks: FilePath
        package let recognizer: GraphModel

        package init(detector: FilePath, landmarks: FilePath, recognizer: GraphModel) {
            (self.detector, self.landmarks, self.recognizer) = (detector, landmarks, recognizer)
        }
    }

    /// The detector takes a third less time for each of so many than for one.
    private static let tilesAtOnce = 8

    let recognizer: Recognizer
    private let scanner, detector, landmarks: ShapedStage
    private let files: Files

    /// - Parameters:
    ///   - folder: where compiled graphs are kept.
    ///   - streams: on how many photos it works at once, each with one thread.
    package init(
        _ files: Files, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.landmarks, files.recognizer.file] { _ = try GraphFile(file) }
        func stage(_ file: FilePath, isQuick: Bool = false, shapes: Int = 1) -> ShapedStage {
            ShapedStage(file, on: runtime, in: folder, streams: streams, isQuick: isQuick, atMost: shapes, outputs: 2)
        }
        // What it sees from afar is looked at again, exactly.
        scanner = stage(files.detector, isQuick: true, shapes: 2)
        detector = stage(files.detector)
        landmarks = stage(files.landmarks)
        recognizer = try Recognizer(files.recognizer, on: runtime, in: folder, streams: streams)
    }

    /// Throws where the recogniser makes no vector of a face.
    package func answerOnce() throws { try recognizer.answerOnce() }

    /// What the graphs are.
    func digests() throws(EvokeError) -> [String] {
        [try detector.digest(), try landmarks.digest()] + (try recognizer.digests())
    }

    /// What may be a face in these parts of a picture, in its pixels.
    func candidates(in tiles: [FaceTile], least: Double) throws -> [Detection] {
        try zip(tiles, glimpses(of: tiles, least: least) { $0.write(to: $1) }).flatMap { $1.map($0.placed) }
    }

    /// The same in squares of it, and for each.
    func candidates(in squares: [Similarity], of pyramid: Pyramid, least: Double) throws -> [[Detection]] {
        let seen = try glimpses(of: squares, least: least) {
            pyramid.write($0, side: DetectorAnswer.side, to: $1, from: -1, over: 127.5)
        }
        return zip(squares, seen).map { square, seen in seen.map { $0.placed(by: square) } }
    }

    /// What may be a face in each of some squares, in the square's pixels, roughly.
    private func glimpses<Square>(
        of squares: [Square], least: Double, _ write: (Square, UnsafeMutableBufferPointer<Float>) -> Void
    ) throws -> [[Detection]] {
        var (seen, rest) = ([[Detection]](), squares[...])
        while !rest.isEmpty {
            let some = rest.prefix(rest.count < Self.tilesAtOnce ? 1 : Self.tilesAtOnce)
            rest = rest.dropFirst(some.count)
            let count = FaceTile.count * some.count
            let numbers = [Float](unsafeUninitializedCapacity: count) { numbers, filled in
                for (place, square) in some.enumerated() {
                    let range = place * FaceTile.count..<(place + 1) * FaceTile.count
                    write(square, UnsafeMutableBufferPointer(rebasing: numbers[range]))
                }
                filled = count
            }
            seen += try detections(in: numbers, count: some.count, by: scanner, least: least).map(Detection.averaged)
        }
        return seen
    }

    /// What may be a face in a square of a picture, in the picture's pixels.
    func detections(in similarity: Similarity, of pyramid: Pyramid, least: Double) throws -> [Detection] {
        let numbers = pyramid.square(similarity, side: DetectorAnswer.side, from: -1, over: 127.5)
        return try detections(in: numbers, count: 1, by: detector, least: least).flatMap(Detection.averaged)
            .map { $0.placed(by: similarity) }
    }

    /// For each of so many squares.
    private func detections(
        in numbers: [Float], count: Int, by stage: ShapedStage, least: Double
    ) throws -> [[Detection]] {
        let side = DetectorAnswer.side
        let answers = try stage.run(numbers, shape: [count, side, side, 3])
        try check(answers, DetectorAnswer.shapes(of: count), files.detector)
        let (boxes, scores) = (answers[0].floats, answers[1].floats)
        return (0..<count).map { DetectorAnswer.detections(boxes, scores: scores, of: $0, least: least) }
    }

    /// The points of a face.
    func points(of face: Detection, in pyramid: Pyramid) throws -> FacePoints {
        let side = FacePoints.side
        let similarity = Similarity(
            side: Double(side), middle: face.middle, width: FacePoints.surroundings * face.side,
            direction: face.eyes[1] - face.eyes[0])
        let answers = try landmarks.run(
            pyramid.square(similarity, side: side, over: 255), shape: [1, side, side, 3])
        try check(answers, FacePoints.shapes, files.landmarks)
        return FacePoints(answers[0].floats, score: answers[1].floats[0], similarity)
    }

    private func check(_ answers: [GraphTensor], _ shapes: [[Int]], _ file: FilePath) throws(EvokeError) {
        guard answers.map(\.shape) == shapes else {
            throw failure(file, "it answers with \(answers.map(\.shape)) where \(shapes) was expected")
        }
    }

    private func failure(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "find faces with the graph", subject: file.display, reason: reason,
            remedy: "Set Evoke up again.")
    }
}
