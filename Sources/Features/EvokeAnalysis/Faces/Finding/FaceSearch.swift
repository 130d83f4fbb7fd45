import EvokeValues

/// The search for faces in a single picture.
struct FaceSearch {
    struct Found {
        let detection: Detection
        let points: FacePoints

        /// Combines both graphs.
        var confidence: Double { detection.score * points.likelihood }
    }

    /// Possible faces in the reduced picture.
    struct Glance {
        fileprivate let pyramid: Pyramid
        fileprivate let candidates: [Detection]

        var isEmpty: Bool { candidates.isEmpty }

        init(_ picture: Pixels, _ graphs: FaceGraphs) throws {
            pyramid = Pyramid(picture, downTo: DetectorAnswer.side)
            let seen = try graphs.candidates(
                in: pyramid.levels.enumerated().flatMap { FaceTile.of($1, scale: Double(1 << $0)) },
                least: leastCandidate)
            candidates = try promising(seen, in: pyramid, graphs, leastTurnedSide: leastTurnedGlanceSide)
        }
    }

    /// The least score of a face in the reduced picture.
    private static let leastCandidate = 0.25
    /// The least score when looked at again, in the center of a square of three times its side.
    private static let leastScore = 0.5
    private static let surroundings = 3.0
    /// The score of an upright face in its square. Also required of a face in a rotated square.
    private static let sureScore = 0.65
    /// Smaller candidates are only examined upright: there are many, and few are faces.
    private static let leastTurnedSide = 40.0
    /// The same for the first, reduced picture, which may be much smaller.
    private static let leastTurnedGlanceSide = 16.0
    /// The least score of a rotated head in the reduced picture.
    private static let leastTurnedCandidate = 0.3
    /// The least score in its square, upright or rotated, before it is examined exactly.
    private static let leastPromise = 0.25
    private static let leastTurnedPromise = 0.4
    /// In the reduced picture, the detector recognizes heads that are sideways or upside down, but not their direction.
    /// In one of these directions, a head is upright within 45 degrees, which the detector tolerates.
    private static let directions = [PlanePoint(1, 0), PlanePoint(0, 1), PlanePoint(0, -1), PlanePoint(-1, 0)]
    /// The least likelihood of a face with known points.
    private static let leastLikelihood = 0.5
    /// In the reduced picture: next to a smaller face, there may be others that are only visible with more pixels.
    private static let small = 26.0
    /// A limit for any picture.
    private static let mostCandidates = 1_000

    let pyramid: Pyramid
    private(set) var found: [Found]

    /// - Parameter picture: the same picture with more pixels; nil if there are none.
    init(after glance: Glance, in picture: Pixels?, _ graphs: FaceGraphs) throws {
        pyramid = picture.map { Pyramid($0, downTo: DetectorAnswer.side) } ?? glance.pyramid
        let scale = Double(pyramid.size.width) / Double(glance.pyramid.size.width)
        found = try Self.found(glance.candidates.map { $0.scaled(by: scale) }, in: pyramid, graphs)
        if scale > 1, found.contains(where: { $0.detection.side < Self.small * scale }) { try addOthers(graphs) }
    }

    /// Continues in the same picture with more pixels.
    ///
    /// - Parameter anew: whether to also look for other faces.
    init(_ picture: Pixels, _ graphs: FaceGraphs, after search: FaceSearch, anew: Bool) throws {
        pyramid = Pyramid(picture, downTo: DetectorAnswer.side)
        let scale = Double(picture.size.width) / Double(search.pyramid.size.width)
        found = try Self.found(search.found.map { $0.detection.scaled(by: scale) }, in: pyramid, graphs)
        if anew { try addOthers(graphs) }
    }

    /// Examines the whole picture at full size.
    private mutating func addOthers(_ graphs: FaceGraphs) throws {
        func isKnown(_ detection: Detection) -> Bool { found.contains { $0.detection.isSame(as: detection) } }
        let candidates = try graphs.candidates(in: FaceTile.of(pyramid.levels[0], scale: 1), least: Self.leastCandidate)
        let promising = try Self.promising(
            candidates.filter { !isKnown($0) }, in: pyramid, graphs, leastTurnedSide: Self.leastTurnedSide)
        let others = try Self.found(promising, in: pyramid, graphs)
        found += others.filter { !isKnown($0.detection) }
    }

    /// The candidates that still look like a face in the center of their squares; a quick test that most others fail.
    private static func promising(
        _ candidates: [Detection], in pyramid: Pyramid, _ graphs: FaceGraphs, leastTurnedSide: Double
    ) throws -> [Detection] {
        func fingerprints(of candidates: [Detection], _ direction: PlanePoint, least: Double) throws -> [Bool] {
            let squares = candidates.map { square(of: $0, direction) }
            let seen = try graphs.candidates(in: squares, of: pyramid, least: least)
            return zip(candidates, seen).map { candidate, seen in seen.contains { $0.isSame(as: candidate) } }
        }
        var (promising, rest) = ([Detection](), Array(Detection.joined(candidates).prefix(mostCandidates)))
        for (place, direction) in directions.enumerated() {
            if place == 1 { rest.removeAll { $0.side < leastTurnedSide || $0.score < leastTurnedCandidate } }
            let isLikely = try fingerprints(of: rest, direction, least: place == 0 ? leastPromise : leastTurnedPromise)
            promising += zip(rest, isLikely).filter(\.1).map(\.0)
            rest = zip(rest, isLikely).filter { !$1 }.map(\.0)
        }
        return promising
    }

    private static func square(of candidate: Detection, _ direction: PlanePoint) -> Similarity {
        Similarity(
            side: Double(DetectorAnswer.side), middle: candidate.middle, width: surroundings * candidate.side,
            direction: direction)
    }

    /// Examines each candidate again, at the same size.
    private static func found(
        _ candidates: [Detection], in pyramid: Pyramid, _ graphs: FaceGraphs
    ) throws -> [Found] {
        let again = try Detection.joined(candidates).prefix(mostCandidates).compactMap { candidate in
            var best: Detection?
            for (place, direction) in directions.enumerated() {
                if place > 0, candidate.side < leastTurnedSide || best.map({ $0.score >= sureScore }) ?? false { break }
                let square = square(of: candidate, direction)
                let seen = try graphs.detections(in: square, of: pyramid, least: place == 0 ? leastScore : sureScore)
                    .filter { $0.isSame(as: candidate) }
                best = ([best].compactMap(\.self) + seen).max { $0.score < $1.score }
            }
            return best
        }
        return try Detection.joined(again).compactMap { face in
            let points = try graphs.points(of: face, in: pyramid)
            guard points.isSound, points.likelihood >= leastLikelihood else { return nil }
            return Found(detection: face, points: points)
        }
    }
}
