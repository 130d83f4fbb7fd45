import EvokeValues

/// The search for faces in one picture.
struct FaceSearch {
    struct Found {
        let detection: Detection
        let points: FacePoints

        /// Of both graphs.
        var confidence: Double { detection.score * points.likelihood }
    }

    /// From afar, what is a face scores that much at least.
    private static let leastCandidate = 0.25
    /// Once it is looked at again, in the middle of a square of three times its side.
    private static let leastScore = 0.5
    private static let surroundings = 3.0
    /// And where its points were found.
    private static let leastLikelihood = 0.5
    /// Of a picture that is longer, each part is looked at in full only where something small may be a face.
    private static let longestAtOnce = 1_100
    /// In the detector's pixels: smaller faces are seen better at twice the size.
    private static let small = 26.0
    /// Whatever a picture holds, these are enough.
    private static let mostCandidates = 1_000

    let pyramid: Pyramid
    let found: [Found]

    /// In a picture of which nothing is known.
    init(_ picture: Pixels, _ graphs: FaceGraphs) throws {
        let pyramid = Pyramid(picture, downTo: DetectorAnswer.side)
        var candidates: [Detection] = []
        for (place, level) in pyramid.levels.enumerated().reversed() {
            let mayBeFiner = candidates.contains { $0.side / Double(1 << (place + 1)) < Self.small }
            guard max(level.width, level.height) <= Self.longestAtOnce || mayBeFiner else { break }
            candidates += try Self.candidates(in: level, graphs).map { $0.scaled(by: Double(1 << place)) }
        }
        self.pyramid = pyramid
        found = try Self.found(candidates, in: pyramid, graphs)
    }

    /// In the same picture with more pixels.
    ///
    /// - Parameter anew: look for others in it, too.
    init(_ picture: Pixels, _ graphs: FaceGraphs, after search: FaceSearch, anew: Bool) throws {
        let pyramid = Pyramid(picture, downTo: DetectorAnswer.side)
        let scale = Double(picture.size.width) / Double(search.pyramid.size.width)
        let known = search.found.map { $0.detection.scaled(by: scale) }
        let others = anew ? try Self.candidates(in: pyramid.levels[0], graphs) : []
        self.pyramid = pyramid
        found = try Self.found(known + others, in: pyramid, graphs)
    }

    private static func candidates(in level: Pyramid.Level, _ graphs: FaceGraphs) throws -> [Detection] {
        let side = DetectorAnswer.side
        return try FaceTiles.corners(of: level.size, side: side).flatMap { column, row in
            try graphs.candidates(in: level.tile(column: column, row: row, side: side), least: leastCandidate)
                .map { $0.moved(by: Point(Double(column), Double(row))) }
        }
    }

    /// Each candidate is looked at again, upright and at one size.
    private static func found(
        _ candidates: [Detection], in pyramid: Pyramid, _ graphs: FaceGraphs
    ) throws -> [Found] {
        let again = try Detection.joined(candidates).prefix(mostCandidates).compactMap { candidate in
            let width = surroundings * candidate.side
            let square = Similarity(side: Double(DetectorAnswer.side), middle: candidate.middle, width: width)
            return try graphs.detections(in: square, of: pyramid, least: leastScore)
                .filter { $0.isSame(as: candidate) }.max { $0.score < $1.score }
        }
        return try Detection.joined(again).compactMap { face in
            let points = try graphs.points(of: face, in: pyramid)
            guard points.isSound, points.likelihood >= leastLikelihood else { return nil }
            return Found(detection: face, points: points)
        }
    }
}
