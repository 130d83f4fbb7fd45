import EvokeCatalog
import EvokePorts
import EvokeValues

extension SQLiteConnection {
    /// For callers that ask for films in the order of their numbers.
    func momentsInOrder(of model: ModelID) throws(EvokeError) -> MomentsInOrder {
        let rows = try statement(
            """
            SELECT photo, moments FROM moments
            WHERE model = (SELECT model FROM models WHERE fingerprint = ?) AND count > 0 ORDER BY photo
            """
        ).bind(model.fingerprint)
        return try MomentsInOrder(rows, of: model)
    }
}

/// Walks through the films alongside a walk through all photos, which is faster than a query for each.
struct MomentsInOrder {
    private let rows: SQLiteStatement
    private let model: ModelID
    private var isThere: Bool

    fileprivate init(_ rows: SQLiteStatement, of model: ModelID) throws(EvokeError) {
        (self.rows, self.model) = (rows, model)
        isThere = try rows.step()
    }

    mutating func moments(of photo: PhotoID) throws(EvokeError) -> FilmMoments {
        while isThere, rows.integer(0) < photo.value { isThere = try rows.step() }
        guard isThere, rows.integer(0) == photo.value else { return FilmMoments() }
        return try FilmMoments(rows.blob(1), of: photo.value, model)
    }

    func end() { rows.reset() }
}
