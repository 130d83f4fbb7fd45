package import EvokePorts
import EvokeValues

/// What finds faces in pictures; nothing where nothing is installed for that.
struct FaceFinders: Sendable, Equatable {
    var installed: (any FaceFinding)?
    let memory = PeopleMemory()

    /// It is no place: what belongs to the same places is the same library, whatever finds faces.
    static func == (left: FaceFinders, right: FaceFinders) -> Bool { true }
}

extension Places {
    /// The same places with what finds faces on this machine, for indexing. Faces are found in libraries whose owner wants
    /// that (``PhotoLibrary/keepPeople(_:_:upgrading:)``), and in no other. Nothing finds them where the graphs for that
    /// are not on the shelf.
    ///
    /// Throws what ``PhotoFaceFinder/open(places:)`` throws but for that.
    public func findingFaces() async throws -> Places {
        var places = self
        do {
            places.faceFinder = try await PhotoFaceFinder.open(places: self).finding
        } catch let error as EvokeError where error.kind == .modelMissing {
            places.faceFinder = nil
        }
        return places
    }

    /// What finds faces in pictures.
    package var faceFinder: (any FaceFinding)? {
        get { faceFinders.installed }
        set { faceFinders.installed = newValue }
    }

    /// Whether something is looked for in photos after they can be searched.
    var looksFurther: Bool { textReader != nil || faceFinder != nil }

    /// What is known of people; nil where the library's owner does not want that.
    func people(in catalog: any PhotoCatalog, of summary: CatalogSummary) async throws -> PeopleFigures? {
        guard try await catalog.keepsPeople() else { return nil }
        let named = try await catalog.people().count
        guard let finder = try await faceFinder?.finder else { return PeopleFigures(searched: nil, named: named) }
        let waiting = try await catalog.countWithoutFaces(by: finder)
        return PeopleFigures(searched: max(0, summary.photos - waiting), named: named)
    }
}

/// How much is known of people in a library.
public struct PeopleFigures: Hashable, Sendable {
    /// Photos in which faces were looked for; nil where nothing on this machine finds any.
    public let searched: Int?
    /// People who have a name.
    public let named: Int
}
