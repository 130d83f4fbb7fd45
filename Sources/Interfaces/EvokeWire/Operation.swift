/// What a server can be asked: its routes, by their names in `/api/openapi.json`.
package enum Operation: String, CaseIterable, Sendable {
    case health, description
    case search, searchByExample
    case photos, days, photo, thumbnail, original
    case classify, embed
    case library, failures, addRoot, removeRoot, folders, setIndexing, useModel, events
    case models, availableModels, downloads, pullModel

    package var method: String {
        switch self {
        case .searchByExample, .classify, .embed, .addRoot, .pullModel: "POST"
        case .setIndexing, .useModel: "PUT"
        case .removeRoot: "DELETE"
        default: "GET"
        }
    }

    /// Pieces in braces stand for anything without a slash.
    package var path: String {
        switch self {
        case .health: "/api/health"
        case .description: "/api/openapi.json"
        case .search, .searchByExample: "/api/search"
        case .photos: "/api/photos"
        case .days: "/api/days"
        case .photo: "/api/photos/{id}"
        case .thumbnail: "/api/photos/{id}/thumbnail"
        case .original: "/api/photos/{id}/original"
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
}
