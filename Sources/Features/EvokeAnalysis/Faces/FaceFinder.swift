import EvokeModels
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
                    reason: "'\(fingerprint)' is not the start of a digest")
            }
            return finder
        }
    }

    package var distances: FaceDistances { graphs.recognizer.distances }

    package func faces(in file: FilePath, named name: FilePath) async throws -> PictureFaces {
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
