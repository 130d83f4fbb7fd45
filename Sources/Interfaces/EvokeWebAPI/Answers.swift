import Evoke
import EvokeSystem
import EvokeValues
@_exported public import EvokeWire

/// What the library knows, as it is answered.
extension SearchAnswer.Result {
    init(_ found: FoundPhoto) {
        self.init(found.card, rank: found.rank, score: found.score)
    }

    init(_ card: PhotoCard, rank: Int? = nil, score: Float? = nil) {
        self.init(
            rank: rank, score: score, id: card.id.value, name: String(decoding: card.path.name, as: UTF8.self),
            path: JSONText.path(card.path), pathBase64: JSONText.base64(card.path), width: card.size?.width,
            height: card.size?.height, taken: card.taken.map { "\($0)" }, version: card.stamp.version)
    }
}

extension PhotoAnswer {
    init(_ page: PhotoPage) {
        let (card, facts) = (page.card, page.facts)
        let media = PictureType(card.path)
        self.init(
            id: card.id.value, name: String(decoding: card.path.name, as: UTF8.self),
            folder: JSONText.path(card.path.parent ?? FilePath("/")), path: JSONText.path(card.path),
            pathBase64: JSONText.base64(card.path), width: card.size?.width, height: card.size?.height,
            version: card.stamp.version, bytes: card.stamp.size, type: media.name,
            isShownByBrowsers: media.isShownByBrowsers, isThere: page.isThere, taken: facts.taken.map { "\($0)" },
            takenFrom: facts.taken?.source.rawValue, camera: facts.camera?.name, lens: facts.lens,
            place: facts.place.map {
                Coordinates(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
            },
            title: facts.title, description: facts.description, keywords: facts.keywords, rating: facts.rating,
            companions: page.companions.map(JSONText.path))
    }
}

extension IndexingAnswer {
    init(_ progress: IndexingProgress) {
        func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        self.init(
            state: progress.state.rawValue, found: progress.found, done: progress.done, total: progress.total,
            photosPerSecond: progress.photosPerSecond.map(tenths), secondsLeft: progress.secondsLeft.map(tenths),
            error: progress.error.map { Problem($0).answer })
    }
}

extension LibraryAnswer.Root {
    init(_ path: FilePath) {
        self.init(
            id: Fingerprint.of(path.bytes), path: JSONText.path(path), pathBase64: JSONText.base64(path),
            isThere: FileSystem.isFolder(path))
    }
}

extension LibraryAnswer {
    init(_ overview: LibraryOverview) {
        let summary = overview.summary
        self.init(
            folder: JSONText.path(overview.folder), bytes: overview.bytes, photos: summary.photos,
            searchable: overview.searchable, failed: summary.failed, cut: summary.cut, missing: summary.missing,
            hidden: summary.hidden, exclusions: overview.exclusions, roots: summary.roots.map { Root($0) },
            indexing: IndexingAnswer(overview.indexing))
    }
}

extension FailuresAnswer.Failure {
    init(_ photo: FailedPhoto) {
        self.init(
            path: JSONText.path(photo.path), pathBase64: JSONText.base64(photo.path), kind: photo.error.kind.rawValue,
            reason: photo.error.reason, remedy: photo.error.remedyForWeb)
    }
}

extension FailuresAnswer.Cut {
    init(_ photo: CutPhoto) {
        self.init(path: JSONText.path(photo.path), pathBase64: JSONText.base64(photo.path), share: photo.share)
    }
}

extension TroubleAnswer {
    init(_ error: EvokeError) {
        self.init(
            subject: error.subject, kind: error.kind.rawValue, reason: error.reason,
            remedy: error.remedyForWeb)
    }
}

extension ReportAnswer {
    init(_ report: IndexReport) {
        self.init(
            added: report.added, changed: report.changed, moved: report.moved, copied: report.copied,
            returned: report.returned, unchanged: report.unchanged, vanished: report.vanished, hidden: report.hidden,
            described: report.described, failed: report.failed, cut: report.cut, isInterrupted: report.isInterrupted)
    }
}
