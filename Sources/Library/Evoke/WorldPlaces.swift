import EvokePlaces
import EvokePorts
import EvokeValues

extension Places {
    /// How many are looked up between two writings.
    private static let batch = 2_000

    /// Notes where photos were taken of which only the coordinates are known. Without a table of places, a later run does.
    func lookUpPlaces(of catalog: any PhotoCatalog) async throws {
        guard let worldPlaces else { return }
        var photos = try await catalog.photosWithoutPlace(limit: Self.batch)
        guard !photos.isEmpty else { return }
        let table = try PlaceTable(worldPlaces)
        while !photos.isEmpty {
            try await catalog.note(photos.mapValues { try table.place(at: $0) })
            photos = try await catalog.photosWithoutPlace(limit: Self.batch)
        }
    }

    /// "Lisbon, Portugal": a subdivision that is called as its city says nothing more.
    func name(of place: PhotoPlace, in language: String) throws(EvokeError) -> String? {
        guard let worldPlaces else { return nil }
        let table = try PlaceTable(worldPlaces)
        var names: [String] = []
        for part in place.parts {
            if let name = try table.name(of: part, in: language), !names.contains(name) { names.append(name) }
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
