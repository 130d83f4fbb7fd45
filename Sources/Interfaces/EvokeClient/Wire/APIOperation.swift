import EvokeValues

/// The operations of a server, with their names in `/api/openapi.json`.
package enum APIOperation: String, CaseIterable, Sendable {
    case health, description, access
    case shares, makeShare, endShare
    case search, searchByExample, suggest, query
    case searches, saveSearch, removeSearch
    case years, year
    case photos, days, map, outlines, photo, photoText, thumbnail, original, film, openPhoto
    case duplicates, trashDuplicates, undoDuplicates
    case people, setPeople, forgetPeople, person, changePerson, movePersonFaces, answerPeople, undoPeople
    case photoFaces, faceCrop, changeFace
    case marks, mark, undoMarks
    case makeArchive, archive
    case classify, embed
    case library, failures, addRoot, removeRoot, folders, setIndexing, useModel, events
    case models, availableModels, downloads, pullModel

    package var method: String {
        switch self {
        case .searchByExample, .classify, .embed, .addRoot, .pullModel, .trashDuplicates, .undoDuplicates,
            .answerPeople, .undoPeople, .mark, .undoMarks, .makeArchive, .makeShare, .openPhoto:
            "POST"
        case .setIndexing, .useModel, .saveSearch, .setPeople, .changePerson, .movePersonFaces, .changeFace: "PUT"
        case .removeRoot, .removeSearch, .forgetPeople, .endShare: "DELETE"
        default: "GET"
        }
    }

    /// Whether it tells who is in photos, or shows it.
    package var isOfPeople: Bool {
        switch self {
        case .people, .setPeople, .forgetPeople, .person, .changePerson, .movePersonFaces, .answerPeople, .undoPeople,
            .photoFaces, .faceCrop, .changeFace:
            true
        default: false
        }
    }

    /// Whether it changes shares.
    package var changesShares: Bool { self == .makeShare || self == .endShare }

    /// The path; each piece in braces stands for any text without a slash.
    package var path: String {
        switch self {
        case .health: "/api/health"
        case .description: "/api/openapi.json"
        case .access: "/api/access"
        case .shares, .makeShare: "/api/shares"
        case .endShare: "/api/shares/{number}"
        case .search, .searchByExample: "/api/search"
        case .searches: "/api/searches"
        case .saveSearch, .removeSearch: "/api/searches/{name}"
        case .suggest: "/api/suggest"
        case .query: "/api/query"
        case .photos: "/api/photos"
        case .days: "/api/days"
        case .years: "/api/years"
        case .year: "/api/years/{year}"
        case .map: "/api/map"
        case .outlines: "/api/map/outlines"
        case .photo: "/api/photos/{id}"
        case .photoText: "/api/photos/{id}/text"
        case .thumbnail: "/api/photos/{id}/thumbnail"
        case .original: "/api/photos/{id}/original"
        case .film: "/api/photos/{id}/film"
        case .openPhoto: "/api/photos/{id}/open"
        case .duplicates: "/api/duplicates"
        case .trashDuplicates: "/api/duplicates/trash"
        case .undoDuplicates: "/api/duplicates/undo"
        case .people, .setPeople, .forgetPeople: "/api/people"
        case .person, .changePerson: "/api/people/{number}"
        case .movePersonFaces: "/api/people/{number}/faces"
        case .answerPeople: "/api/people/answers"
        case .undoPeople: "/api/people/undo"
        case .photoFaces: "/api/photos/{id}/faces"
        case .changeFace: "/api/photos/{id}/faces/{face}"
        case .faceCrop: "/api/photos/{id}/faces/{face}/crop"
        case .marks, .mark: "/api/marks"
        case .undoMarks: "/api/marks/undo"
        case .makeArchive: "/api/archives"
        case .archive: "/api/archives/{key}"
        case .classify: "/api/classify"
        case .embed: "/api/embed"
        case .library: "/api/library"
        case .failures: "/api/library/failures"
        case .addRoot: "/api/library/roots"
        case .removeRoot: "/api/library/roots/{id}"
        case .folders: "/api/folders"
        case .setIndexing: "/api/library/indexing"
        case .useModel: "/api/library/model"
        case .events: "/api/events"
        case .models: "/api/models"
        case .availableModels: "/api/models/available"
        case .downloads: "/api/models/downloads"
        case .pullModel: "/api/models/{name}/pull"
        }
    }
    /// The path with texts in place of the pieces in braces.
    package func path(with pieces: [String]) -> String {
        var rest = pieces[...]
        return path.split(separator: "/").map { piece in
            "/" + (piece.hasPrefix("{") ? Self.escaped(rest.popFirst() ?? "") : String(piece))
        }.joined()
    }

    /// Percent-encoded for any part of an address. A plus sign means a space in queries, so only letters, digits and
    /// three other characters stay as they are.
    package static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || "-._".unicodeScalars.contains(scalar) { return String(scalar) }
            return "%" + byte.hexadecimal.uppercased()
        }.joined()
    }
}
