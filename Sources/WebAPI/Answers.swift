import Evoke
import FoundationEssentials
package import PhotoCore

struct ProblemAnswer: Codable, Hashable {
    let type, title: String
    let status: Int
    let kind, detail, remedy: String
}

struct HealthAnswer: Codable {
    let status, version, library, model: String
}

/// Photos that were found, or simply are there.
package struct SearchAnswer: Codable, Sendable {
    package struct Result: Codable, Sendable {
        package let rank: Int?
        package let score: Float?
        package let id: Int64
        package let name, path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        package let pathBase64: String?
        package let width, height: Int?
        package let taken: String?
        package let version: String

        package var filePath: FilePath? {
            guard let pathBase64 else { return FilePath(path) }
            return Data(base64Encoded: pathBase64).map { FilePath(bytes: $0) }
        }

        init(_ found: FoundPhoto) {
            self.init(found.card, rank: found.rank, score: found.score)
        }

        init(_ card: PhotoCard, rank: Int? = nil, score: Float? = nil) {
            self.rank = rank
            self.score = score
            id = card.id.value
            name = String(decoding: card.path.name, as: UTF8.self)
            path = JSONText.path(card.path)
            pathBase64 = JSONText.base64(card.path)
            width = card.size?.width
            height = card.size?.height
            taken = card.taken.map { "\($0)" }
            version = card.stamp.version
        }
    }

    package let query: String?
    package let model: String?
    package let tookMs: Double?
    package let total: Int
    package let results: [Result]
}

struct PhotoAnswer: Encodable {
    struct Place: Encodable {
        let latitude, longitude: Double
        let altitude: Double?
    }

    let id: Int64
    let name, folder, path: String
    let pathBase64: String?
    let width, height: Int?
    let version: String
    let bytes: Int64
    let type: String
    let isShownByBrowsers, isThere: Bool
    let taken, takenFrom, camera, lens: String?
    let place: Place?
    let title, description: String?
    let keywords: [String]
    let rating: Int?
    let companions: [String]

    init(_ page: PhotoPage) {
        let (card, facts) = (page.card, page.facts)
        let media = PictureType(card.path)
        id = card.id.value
        name = String(decoding: card.path.name, as: UTF8.self)
        folder = JSONText.path(card.path.parent ?? FilePath("/"))
        path = JSONText.path(card.path)
        pathBase64 = JSONText.base64(card.path)
        width = card.size?.width
        height = card.size?.height
        version = card.stamp.version
        bytes = card.stamp.size
        type = media.name
        isShownByBrowsers = media.isShownByBrowsers
        isThere = page.isThere
        taken = facts.taken.map { "\($0)" }
        takenFrom = facts.taken?.source.rawValue
        camera = facts.camera?.name
        lens = facts.lens
        place = facts.place.map { Place(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude) }
        title = facts.title
        description = facts.description
        keywords = facts.keywords
        rating = facts.rating
        companions = page.companions.map(JSONText.path)
    }
}

/// Of a vector: to the letter what phone clients read.
struct LabelsAnswer: Encodable {
    struct Result: Encodable {
        let label: String
        let score: Float
    }

    let results: [Result]
}

/// Of a picture.
struct PictureLabelsAnswer: Encodable {
    struct Result: Encodable {
        let label: String?
        let score: Float

        /// null for "none of these".
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(label, forKey: .label)
            try container.encode(score, forKey: .score)
        }

        enum CodingKeys: String, CodingKey { case label, score }
    }

    struct Timing: Encodable {
        let part: String
        let ms: Double
    }

    let results: [Result]
    let model: String
    let fits: Bool
    let timings: [Timing]
}

struct EmbeddingAnswer: Encodable {
    let model: String
    let dim: Int
    let embedding: [Float]
}

struct IndexingAnswer: Encodable {
    let state: String
    let found, done, total: Int
    let photosPerSecond, secondsLeft: Double?
    let error: ProblemAnswer?

    init(_ progress: IndexingProgress) {
        func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        state = progress.state.rawValue
        (found, done, total) = (progress.found, progress.done, progress.total)
        photosPerSecond = progress.photosPerSecond.map(tenths)
        secondsLeft = progress.secondsLeft.map(tenths)
        error = progress.error.map { Problem($0).answer }
    }
}

struct LibraryAnswer: Encodable {
    struct Root: Encodable {
        let id, path: String
        let pathBase64: String?
        let isThere: Bool

        init(_ path: FilePath) {
            id = Fingerprint.of(path.bytes)
            self.path = JSONText.path(path)
            pathBase64 = JSONText.base64(path)
            isThere = FileSystem.isFolder(path)
        }
    }

    let folder: String
    let bytes: Int64
    let photos, searchable, failed, cut, missing, hidden: Int
    let exclusions: [String]
    let roots: [Root]
    let indexing: IndexingAnswer

    init(_ overview: LibraryOverview) {
        let summary = overview.summary
        folder = JSONText.path(overview.folder)
        bytes = overview.bytes
        (photos, searchable) = (summary.photos, overview.searchable)
        (failed, cut, missing, hidden) = (summary.failed, summary.cut, summary.missing, summary.hidden)
        exclusions = overview.exclusions
        roots = summary.roots.map(Root.init)
        indexing = IndexingAnswer(overview.indexing)
    }
}

struct FailuresAnswer: Encodable {
    struct Failure: Encodable {
        let path: String
        let pathBase64: String?
        let kind, reason, remedy: String

        init(_ photo: FailedPhoto) {
            path = JSONText.path(photo.path)
            pathBase64 = JSONText.base64(photo.path)
            kind = photo.error.kind.rawValue
            reason = photo.error.reason
            remedy = photo.error.remedy
        }
    }

    struct Cut: Encodable {
        let path: String
        let pathBase64: String?
        let share: Double

        init(_ photo: CutPhoto) {
            path = JSONText.path(photo.path)
            pathBase64 = JSONText.base64(photo.path)
            share = photo.share
        }
    }

    let total: Int
    let failures: [Failure]
    let cutTotal: Int
    let cut: [Cut]
}

struct ModelsAnswer: Encodable {
    struct InUse: Encodable {
        let name, fingerprint: String
        let dimensions: Int
        let precision: String
        let hasLabels: Bool
        let loadMs: LoadMilliseconds
    }

    struct LoadMilliseconds: Encodable {
        let model: Double
        let text, image: Double?
    }

    let inUse: InUse
    let models: [ModelJSON]
}

/// The data of an event about something that failed.
struct TroubleAnswer: Encodable {
    let subject, kind, reason, remedy: String

    init(_ error: EvokeError) {
        subject = error.subject
        kind = error.kind.rawValue
        reason = error.reason
        remedy = error.remedy
    }
}

struct ReportAnswer: Encodable {
    let added, changed, moved, copied, returned, unchanged, vanished, hidden, described, failed, cut: Int
    let isInterrupted: Bool

    init(_ report: IndexReport) {
        (added, changed, moved, copied) = (report.added, report.changed, report.moved, report.copied)
        (returned, unchanged, vanished) = (report.returned, report.unchanged, report.vanished)
        (hidden, described, failed, cut) = (report.hidden, report.described, report.failed, report.cut)
        isInterrupted = report.isInterrupted
    }
}
