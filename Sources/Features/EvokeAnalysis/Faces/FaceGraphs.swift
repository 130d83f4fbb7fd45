package import EvokeModels
package import EvokeValues

/// The three graphs: face detection, facial points, and face vectors.
package final class FaceGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, landmarks: DiskPath
        package let recognizer: GraphModel

        package init(detector: DiskPath, landmarks: DiskPath, recognizer: GraphModel) {
            (self.detector, self.landmarks, self.recognizer) = (detector, landmarks, recognizer)
        }
    }

    /// With this batch size, the detector takes a third less time per tile.
    private static let tilesAtOnce = 8

    let recognizer: Recognizer
    private let scanner, detector, landmarks: ShapedStage
    private let files: Files

    /// - Parameter streams: the number of photos to process at once, with one thread each.
    package init(
        _ files: Files, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int
    ) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.landmarks, files.recognizer.file] { _ = try GraphFile(file) }
        func stage(_ file: DiskPath, isQuick: Bool = false, shapes: Int = 1) -> ShapedStage {
            ShapedStage(file, on: runtime, in: folder, streams: streams, isQuick: isQuick, atMost: shapes, outputs: 2)
        }
        // Candidates are examined again exactly.
        scanner = stage(files.detector, isQuick: true, shapes: 2)
        detector = stage(files.detector)
        landmarks = stage(files.landmarks)
        recognizer = try Recognizer(files.recognizer, on: runtime, in: folder, streams: streams)
    }

    /// Throws if the recognizer doesn't make a vector of a face.
    package func answerOnce() throws { try recognizer.answerOnce() }

    func digests() throws(EvokeError) -> [String] {
        [try detector.digest(), try landmarks.digest()] + (try recognizer.digests())
    }

    /// Possible faces in these parts of a picture, in the picture's pixels.
    func candidates(in tiles: [FaceTile], least: Double) throws -> [Detection] {
        try zip(tiles, glimpses(of: tiles, least: least) { $0.write(to: $1) }).flatMap { $1.map($0.placed) }
    }

    /// The same for squares of the picture, separately for each.
    func candidates(in squares: [Similarity], of pyramid: Pyramid, least: Double) throws -> [[Detection]] {
        let seen = try glimpses(of: squares, least: least) {
            pyramid.write($0, side: DetectorAnswer.side, to: $1, from: -1, over: 127.5)
        }
        return zip(squares, seen).map { square, seen in seen.map { $0.placed(by: square) } }
    }

    /// Possible faces in each of some squares, roughly, in the square's pixels.
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

    /// Possible faces in a square of a picture, in the picture's pixels.
    func detections(in similarity: Similarity, of pyramid: Pyramid, least: Double) throws -> [Detection] {
        let numbers = pyramid.square(similarity, side: DetectorAnswer.side, from: -1, over: 127.5)
        return try detections(in: numbers, count: 1, by: detector, least: least).flatMap(Detection.averaged)
            .map { $0.placed(by: similarity) }
    }

    /// The detections in each of that many squares.
    private func detections(
        in numbers: [Float], count: Int, by stage: ShapedStage, least: Double
    ) throws -> [[Detection]] {
        let side = DetectorAnswer.side
        let answers = try stage.run(numbers, shape: [count, side, side, 3])
        try check(answers, DetectorAnswer.shapes(of: count), files.detector)
        let (boxes, scores) = (answers[0].floats, answers[1].floats)
        return (0..<count).map { DetectorAnswer.detections(boxes, scores: scores, of: $0, least: least) }
    }

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

    private func check(_ answers: [GraphTensor], _ shapes: [[Int]], _ file: DiskPath) throws(EvokeError) {
        guard answers.map(\.shape) == shapes else {
            throw EvokeError(
                .modelInvalid, doing: "find faces with the graph", subject: file.display,
                reason: "it returned \(answers.map(\.shape)) instead of \(shapes)", remedy: "Set Evoke up again.")
        }
    }
}
