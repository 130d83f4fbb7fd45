import EvokeModels
package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Finds the faces in photos, first in a reduced picture and then in tiles, examines each again, and makes its vector.
package struct FaceFinder: Sendable {
    /// For the first look: most photos show no face even at this size. 864 × 648, or five times four tiles.
    private static let mostGlancePixels = 560_000
    /// If there may be a face. 2000 × 1500, half of what most cameras produce, or 9 MB.
    private static let mostPixels = 3_000_000
    /// If there are small faces. 4096 × 3072, or 36 MB.
    private static let mostFinePixels = 12_582_912
    /// A picture narrower or lower than this shows no recognizable face.
    private static let leastSide = 16
    /// The recognizer sees no more pixels of a face than this; for smaller faces, the photo's full resolution counts.
    private static let fullSide = 100.0
    /// Smaller faces are found more reliably at the photo's full size.
    private static let smallSide = 40.0
    /// Raise this when faces are found, cropped, or measured differently.
    private static let version = 3

    private let graphs: FaceGraphs
    private let photos: any ImageShowing
    private let executor: BlockingExecutor

    /// - Parameter executor: works on as many photos at once as its width.
    package init(_ graphs: FaceGraphs, photos: any ImageShowing, executor: BlockingExecutor) {
        (self.graphs, self.photos, self.executor) = (graphs, photos, executor)
    }
}

extension FaceFinder: FaceFinding {
    package var finder: FaceFinderID {
        get async throws {
            let fingerprint = try await work { try Self.fingerprint(of: graphs) }
            guard let finder = FaceFinderID(fingerprint: fingerprint) else {
                throw EvokeError(
                    .inference, doing: "find faces", subject: "",
                    reason: "'\(fingerprint)' is not how a fingerprint starts")
            }
            return finder
        }
    }

    package var distances: FaceDistances { graphs.recognizer.distances }

    package func faces(in file: DiskPath, named name: DiskPath) async throws -> PictureFaces {
        let first = try await photos.pixels(of: file, named: name, atMost: Self.mostGlancePixels, quickly: true)
        let size = first.original
        guard min(first.pixels.size.width, first.pixels.size.height) >= Self.leastSide else {
            return PictureFaces([], in: size)
        }
        let glance = try await work { try FaceSearch.Glance(first.pixels, graphs) }
        guard !glance.isEmpty else { return PictureFaces([], in: size) }
        let picture =
            first.pixels.size == size
            ? nil : try await photos.pixels(of: file, named: name, atMost: Self.mostPixels, quickly: true).pixels
        let search = try await work { try FaceSearch(after: glance, in: picture, graphs) }
        guard let smallest = search.found.map(\.detection.side).min() else { return PictureFaces([], in: size) }
        guard smallest < Self.fullSide, search.pyramid.size != size else {
            return PictureFaces(try await work { try faces(search, in: size) }, in: size)
        }
        let finer = try await photos.pixels(of: file, named: name, atMost: Self.mostFinePixels)
        return PictureFaces(
            try await work {
                let search = try FaceSearch(finer.pixels, graphs, after: search, anew: smallest < Self.smallSide)
                return try faces(search, in: size)
            }, in: size)
    }

    private func work<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await executor.runWhileWanted(body).whileWanted()
    }

    private func faces(_ search: FaceSearch, in size: PixelSize) throws -> [Face] {
        let fingerprint = try Self.fingerprint(of: graphs)
        let scale = Double(size.width) / Double(search.pyramid.size.width)
        return try search.found.sorted { $0.detection.area > $1.detection.area }.map { found in
            Face(
                Face.Box(found.detection.scaled(by: scale), in: size), confidence: found.confidence,
                sharpness: Sharpness.of(found.points, in: search.pyramid), turn: found.points.turn,
                vector: try graphs.recognizer.vector(of: found.points, in: search.pyramid, fingerprint: fingerprint))
        }
    }

    /// Of the graphs, and of how faces are cropped for them.
    private static func fingerprint(of graphs: FaceGraphs) throws -> String {
        let all = FileDigest.sha256(of: (["faces \(version)"] + (try graphs.digests())).joined(separator: "\n"))
        return String(all.prefix(FaceFinderID.digits))
    }
}

extension Face.Box {
    /// The part of it that is inside the picture.
    init(_ detection: Detection, in size: PixelSize) {
        let (low, high) = (detection.middle - detection.size / 2, detection.middle + detection.size / 2)
        let x = min(max(0, Int(nearest: low.x)), size.width - 1)
        let y = min(max(0, Int(nearest: low.y)), size.height - 1)
        self.init(
            x: x, y: y, width: min(max(1, Int(nearest: high.x) - x), size.width - x),
            height: min(max(1, Int(nearest: high.y) - y), size.height - y))
    }
}

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
