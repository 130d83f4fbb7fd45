import Evoke
import EvokeClient
import EvokePorts
import EvokeSystem
import EvokeValues

extension Routes {
    static let maps = [
        Route(API.map) { call in
            let started = ContinuousClock.now
            let dots = try call.integer("dots")
            let grids =
                [MapGrid(zoom: try call.integer("zoom") ?? Limits.usualZoom, most: Limits.clusters)]
                + (dots.map { [MapGrid(zoom: $0, most: Limits.dots)] } ?? [])
            let found = try await call.clusters(on: grids)
            let here = try await call.textWithBox()
            let cards = try await call.service.library.cards(of: found[0].clusters.map(\.photo))
            return MapAnswer(
                found, cards, here: here, dots: dots != nil, took: ContinuousClock.now - started,
                outlines: call.service.library.outlines?.version, placeName: call.placeName)
        },
        Route(raw: API.outlines) { call in
            guard let outlines = call.service.library.outlines else {
                throw Problem.notFound(
                    "The outlines of the world are not installed on the server.",
                    remedy: "Set up Evoke again to install them.")
            }
            return try await call.kept(
                outlines.version, type: "application/octet-stream", keeping: call.keeping(outlines.version)
            ) { try FileSystem.read(outlines.file) }
        },
    ]
}

extension PhotoLibrary {
    fileprivate var outlines: (file: DiskPath, version: String)? {
        guard let file = configuration.outlines, let status = FileSystem.status(of: file) else { return nil }
        return (file, FileStamp(status).version)
    }
}

extension Call {
    fileprivate func clusters(on grids: [MapGrid]) async throws -> [PhotoClusters] {
        let box = try box()
        let (question, folds) = try await (questionInWords(), flag("fold"))
        guard let question else { return try await service.library.clusters(in: box, on: grids, folds: folds) }
        return try await service.library.clusters(of: folding(question, folds), in: box, on: grids)
    }

    private func box() throws(Problem) -> CoordinateBox? {
        try text("box").map { text throws(Problem) in
            guard let box = CoordinateBox(parsing: text) else {
                throw .wrongUsage("'box' is not a part of the map, such as 38.6,-9.3..38.8,-9")
            }
            return box
        }
    }

    /// The query's text, restricted to the visible part of the map.
    fileprivate func textWithBox() async throws -> String? {
        guard let box = try box() else { return nil }
        let asked = try SearchRequestBody(text: text("q"), literal: flag("literal"))
        let read = try await read(asked) ?? ParsedQuery("", now: .now)
        // If that text would be too long, it is left as it is.
        return try? read.text(alsoAsking: .test(.box(box)))
    }
}

extension MapAnswer {
    fileprivate init(
        _ found: [PhotoClusters], _ cards: [PhotoID: PhotoCard], here: String?, dots: Bool, took: Duration,
        outlines: String?, placeName: (PhotoPlace) -> String?
    ) {
        let placeName = Array(cards.values).placeNames(placeName)
        self.init(
            total: found[0].total, zoom: found[0].zoom, tookMs: JSONText.milliseconds(took),
            // A photo may be gone by now.
            clusters: found[0].clusters.compactMap { cluster in
                cards[cluster.photo].map { Cluster(cluster, photo: .init($0, placeName: placeName($0))) }
            },
            dotsZoom: dots ? found[1].zoom : nil,
            dots: dots
                ? found[1].clusters.map { [$0.middle.latitude, $0.middle.longitude, Double($0.count)] } : nil,
            query: here, outlines: outlines)
    }
}
