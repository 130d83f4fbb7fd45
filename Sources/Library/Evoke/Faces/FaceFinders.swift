package import EvokeValues
import EvokeWorkers

/// What finds faces in pictures; nothing where nothing is installed for that.
struct FaceFinders: Sendable, Equatable {
    var installed: (any FaceFinding)?
    /// Those that tell faces apart by what owners of libraries have chosen, by its name.
    let chosen = Locked<[String: any FaceFinding]>([:])
    let memory = PeopleMemory()

    /// It is no place: what belongs to the same places is the same library, whatever finds faces.
    static func == (left: FaceFinders, right: FaceFinders) -> Bool { true }
}

extension LibraryConfiguration {
    /// The same places with what finds faces on this machine, for indexing. Faces are found in libraries whose owner wants
    /// that (``PhotoLibrary/keepPeople(_:_:upgrading:)``), and in no other. Nothing finds them where the graphs for that
    /// are not on the shelf.
    ///
    /// Throws what ``PhotoFaceFinder/open(places:recognizer:)`` throws but for that.
    public func findingFaces() async throws -> LibraryConfiguration {
        var places = self
        do {
            places.faceFinder = try await PhotoFaceFinder.open(places: self).finding
        } catch let error as EvokeError where error.kind == .modelMissing {
            places.faceFinder = nil
        }
        return places
    }

    /// What finds faces in the photos of a library, and tells them apart by what its owner has chosen; nil where nothing finds
    /// any here.
    ///
    /// Throws `EvokeError` of the kind `modelMissing` where what was chosen is not on the shelf of this machine.
    func faceFinder(of catalog: any PhotoCatalog) async throws -> (any FaceFinding)? {
        guard let usual = faceFinder else { return nil }
        let name = try await catalog.faceRecognizer() ?? PhotoFaceFinder.usualRecognizer
        if name == PhotoFaceFinder.usualRecognizer { return usual }
        if let known = faceFinders.chosen.withLock({ $0[name] }) { return known }
        let opened = try await PhotoFaceFinder.open(places: self, recognizer: name).finding
        faceFinders.chosen.withLock { $0[name] = opened }
        return opened
    }

    /// What finds faces in pictures, where nothing else was chosen.
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
        let finder: FaceFinderID?
        do {
            finder = try await faceFinder(of: catalog)?.finder
        } catch let error as EvokeError where error.kind == .modelMissing {
            finder = nil
        }
        guard let finder else { return PeopleFigures(searched: nil, named: named) }
        let waiting = try await catalog.countWithoutFaces(by: finder)
        return PeopleFigures(searched: max(0, summary.photos - waiting), named: named)
    }
}

extension PhotoCatalog {
    /// What finds faces, by its number. What distances between them mean is noted before any of them are kept.
    func finder(of finding: any FaceFinding) async throws -> FaceFinderID {
        let finder = try await finding.finder
        if try await faceDistances(of: finder) != finding.distances { try await record(finding.distances, of: finder) }
        return finder
    }
}

/// How much is known of people in a library.
public struct PeopleFigures: Hashable, Sendable {
    /// Photos in which faces were looked for; nil where nothing on this machine finds any.
    public let searched: Int?
    /// People who have a name.
    public let named: Int
}
