package import EvokeValues
import EvokeWorkers

/// The finder of faces in pictures; nil if none is installed.
struct FaceFinders: Sendable, Equatable {
    var installed: (any FaceFinding)?
    /// Finders with recognizers that owners of libraries have chosen, by name.
    let chosen = Locked<[String: any FaceFinding]>([:])
    let memory = PeopleMemory()

    /// Ignored by `==` of the configuration.
    static func == (left: FaceFinders, right: FaceFinders) -> Bool { true }
}

extension LibraryConfiguration {
    /// The same configuration with this machine's face finder, for indexing. Faces are found only in libraries whose
    /// owner wants that (``PhotoLibrary/keepPeople(_:_:upgrading:)``). Without installed graphs, there is no finder.
    ///
    /// Throws what ``PhotoFaceFinder/open(places:recognizer:)`` throws for other reasons.
    public func findingFaces() async throws -> LibraryConfiguration {
        var places = self
        do {
            places.faceFinder = try await PhotoFaceFinder.open(places: self).finding
        } catch let error as EvokeError where error.kind == .modelMissing {
            places.faceFinder = nil
        }
        return places
    }

    /// The face finder for a library, with the recognizer that its owner has chosen; nil without a finder on this
    /// machine.
    ///
    /// Throws `EvokeError` of the kind `modelMissing` if that recognizer is not installed on this machine.
    func faceFinder(of catalog: any PhotoCatalog) async throws -> (any FaceFinding)? {
        guard let usual = faceFinder else { return nil }
        let name = try await catalog.faceRecognizer() ?? PhotoFaceFinder.usualRecognizer
        if name == PhotoFaceFinder.usualRecognizer { return usual }
        if let known = faceFinders.chosen.withLock({ $0[name] }) { return known }
        let opened = try await PhotoFaceFinder.open(places: self, recognizer: name).finding
        faceFinders.chosen.withLock { $0[name] = opened }
        return opened
    }

    /// The face finder to use if no recognizer was chosen.
    package var faceFinder: (any FaceFinding)? {
        get { faceFinders.installed }
        set { faceFinders.installed = newValue }
    }

    /// Whether photos are analyzed further after they can be searched.
    var looksFurther: Bool { textReader != nil || faceFinder != nil }

    /// What is known about people; nil if people are off.
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
    /// The number of a face finder in the catalog. The meaning of its distances is stored before any faces are.
    func finder(of finding: any FaceFinding) async throws -> FaceFinderID {
        let finder = try await finding.finder
        if try await faceDistances(of: finder) != finding.distances { try await record(finding.distances, of: finder) }
        return finder
    }
}

/// Counts of what a library knows about people.
public struct PeopleFigures: Hashable, Sendable {
    /// Photos that were searched for faces; nil without a finder on this machine.
    public let searched: Int?
    /// People who have a name.
    public let named: Int
}
