import Evoke
import EvokeClient
import EvokePorts
import EvokeValues

/// Who sent a request.
enum Asker: Sendable {
    /// A caller with full access.
    case owner
    /// A visitor with a share's token, who may do what is for visitors.
    case visitor(Share)
}

extension SearchQuery {
    /// Whether it asks only about what photos show, when they were taken, and the type of picture. Visitors must not be
    /// able to guess what is written on photos, where they are stored and were taken, and who is in them.
    var isForVisitors: Bool { wanted?.isForVisitors ?? true }
}

extension SearchQuery.Part {
    fileprivate var isForVisitors: Bool {
        switch self {
        case .words: true
        // Excluded words would be matched against the whole library.
        case .not(let part): !part.hasWords && part.isForVisitors
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isForVisitors)
        case .test(let test): test.isForVisitors
        case .place, .like: false
        }
    }

    private var hasWords: Bool {
        switch self {
        case .words: true
        case .not(let part): part.hasWords
        case .all(let parts), .any(let parts): parts.contains(where: \.hasWords)
        case .test, .place, .like: false
        }
    }
}

extension PhotoTest {
    fileprivate var isForVisitors: Bool {
        switch self {
        case .taken, .onDay, .fileEnding, .length, .pixels, .shape, .color: true
        default: false
        }
    }
}

extension PhotoAnswer {
    /// What a visitor sees of a photo. Pictures are shown as thumbnails; only films are sent as they are.
    init(forVisitors page: PhotoPage) {
        let (card, name) = (page.card, String(decoding: page.card.path.name, as: UTF8.self))
        self.init(
            id: card.id.value, name: name, folder: "", path: name, pathBase64: nil, width: card.size?.width,
            height: card.size?.height, version: card.stamp.version, bytes: card.stamp.size,
            type: PictureType(card.path).name, isShownByBrowsers: false, isThere: page.isThere,
            taken: card.taken.map { "\($0)" }, takenFrom: card.taken?.source.rawValue, camera: nil, lens: nil,
            length: card.seconds, exposure: nil, place: nil, placeName: nil, placeIds: nil, title: nil,
            description: nil, keywords: [], rating: nil, marks: MarksOfPhoto(), colors: nil,
            moves: page.moves ? true : nil, companions: [])
    }
}

extension Problem {
    static let shareEnded = Problem(
        status: 403, kind: "shareEnded", detail: "This link is no longer shared.",
        remedy: "Ask the person who sent it for a new one.")

    static let notShared = Problem(
        status: 403, kind: "notShared", detail: "This is not shared.", remedy: "Go back to the shared photos.")

    static let noSuchPhoto = Problem.notFound("No such photo is shared here.", remedy: "Search again.")

    /// Errors of the library name files and folders, so a visitor is told only the kind of error.
    init(forVisitors error: any Error) {
        let full = Problem(error)
        guard error is EvokeError else {
            self = full
            return
        }
        self =
            full.status == 404
            ? .noSuchPhoto
            : Problem(
                status: full.status, kind: full.kind, detail: "This cannot be shown right now.", headers: full.headers)
    }
}
