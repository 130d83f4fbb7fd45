import EvokeAnalysis
import EvokePorts
import EvokeValues
import EvokeWorkers

struct HeldDuplicates {
    /// Without hidden photos and those removed since.
    private(set) var groups: [DuplicateGroup] = []
    /// The same photos, as stacks to show. If some of a stack are hidden, the others stay together.
    private(set) var stacks = PhotoStacks()
    private(set) var version: UInt64 = 0
    /// Identifies the set of groups; nil if photos were removed since.
    private(set) var formation: Int?
    /// The state in which the photos were last checked.
    var state: CatalogState?
    /// Including hidden ones.
    private var all: [DuplicateGroup]
    private var hidden = PhotoSet()

    init(_ groups: [DuplicateGroup], formation: Int) {
        (all, self.formation) = (groups, formation)
        show()
    }

    mutating func drop(_ isGone: (PhotoCard) -> Bool) {
        guard all.contains(where: { $0.photos.contains { isGone($0.card) } }) else { return }
        (all, formation) = (all.without(isGone), nil)
        show()
    }

    /// Leaves these out, and puts back those no longer hidden.
    mutating func leaveOut(hidden photos: PhotoSet) {
        guard photos != hidden else { return }
        hidden = photos
        show()
    }

    /// Updates the photos; those that are gone or have other content are left out.
    mutating func renew(_ cards: [PhotoID: PhotoCard], at state: CatalogState) {
        drop { cards[$0.id]?.holdsSame(as: $0) != true }
        all = all.map { group in
            DuplicateGroup(
                group.kind,
                group.photos.map { DuplicateGroup.Member(cards[$0.card.id] ?? $0.card, merits: $0.merits) })
        }
        self.state = state
        show()
    }

    private mutating func show() {
        let hidden = hidden
        groups = hidden.isEmpty ? all : all.without { hidden.contains($0.id) }
        stacks = PhotoStacks(all, without: hidden)
        version = .random(in: 0...UInt64.max)
    }
}

extension KeptLibrary {
    func knownDuplicates() async throws -> KnownDuplicates {
        if let failure = findingFailure {
            findingFailure = nil
            throw failure
        }
        try await compareKept()
        held?.leaveOut(hidden: try await catalog().hiddenPhotos())
        try await seek()
        // Read together: a search that ends in between would pair old groups with no progress.
        let (groups, progress) = (held?.groups ?? [], finding == nil ? nil : news.finding)
        return KnownDuplicates(
            groups: groups, progress: progress, notCompared: try await PhotoLibrary(self).duplicates.countNotCompared())
    }

    /// Starts a search if the photos now form other groups.
    private func seek() async throws {
        guard finding == nil, held == nil || running == nil || underWay == .laterPasses else { return }
        let library = try await current()
        let (formation, found) = try await formation(of: library)
        if held?.formation != formation, finding == nil { find(found, in: library, formation) }
    }

    func seekAnew() {
        guard seeking == nil, findingFailure == nil else { return }
        seeking = Task {
            // An error is reported to the next caller who asks for the groups.
            try? await seek()
            seeking = nil
        }
    }

    func stacks() async -> (PhotoStacks, version: UInt64) {
        if running == nil || held == nil { seekAnew() }
        if held == nil {
            let end = ContinuousClock.now + .seconds(2)
            while seeking != nil || finding != nil, ContinuousClock.now < end {
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
            }
        }
        // Without the hidden photos, no stacks can be shown.
        guard held != nil, let hidden = try? await PhotoLibrary(self).reading({ try await $0.hiddenPhotos() }) else {
            return (PhotoStacks(), 0)
        }
        held?.leaveOut(hidden: hidden)
        return (held?.stacks ?? PhotoStacks(), held?.version ?? 0)
    }

    /// - Parameter found: the groups of that formation, if they were just looked up.
    private func find(_ found: [DuplicateFinder.Found]?, in library: OpenLibrary, _ formation: Int) {
        news.record(ranked: 0, of: 0)
        finding = Task {
            let result = await Result { [news] in
                let found = if let found { found } else { try await library.found() }
                return try await library.ranked(found) { news.record(ranked: $0, of: $1) }
            }
            finding = nil
            switch result {
            case .success(let groups): held = HeldDuplicates(groups, formation: formation)
            // The next caller starts a new search.
            case .failure(let error as EvokeError) where error == .libraryIsClosed: break
            case .failure(let error): findingFailure = error
            }
            news.endFinding()
        }
    }

    /// A number that changes when photos form other groups. Other changes of the library, such as newly read text, do
    /// not change it.
    ///
    /// Returns the groups, too, if they had to be looked up.
    private func formation(of library: OpenLibrary) async throws -> (Int, [DuplicateFinder.Found]?) {
        let state = try await state()
        if let formation = memory.formation.known(at: state) { return (formation, nil) }
        let found = try await library.found()
        let hasBursts = found.contains { $0.kind == .burst }
        let favorites = hasBursts ? try await library.catalog.photos(meeting: .test(.favorite)) : PhotoSet()
        // They come in no order.
        let sum = found.reduce(found.count) { sum, group in
            var hasher = Hasher()
            hasher.combine(group.kind)
            for photo in group.photos.sorted() { hasher.combine(photo) }
            // In a burst, a favorite is the best.
            if group.kind == .burst { hasher.combine(group.photos.filter(favorites.contains).sorted()) }
            return sum &+ hasher.finalize()
        }
        memory.formation.keep(sum, at: state)
        return (sum, found)
    }

    func drop(_ gone: Set<PhotoID>) { held?.drop { gone.contains($0.id) } }

    /// Checks the photos of the last result, once per state of the library.
    private func compareKept() async throws {
        let state = try await state()
        guard let before = held, before.state != state else { return }
        let cards = try await catalog().cards(of: before.groups.flatMap { $0.photos.map(\.card.id) })
        // If it has changed meanwhile, the next caller checks again.
        guard held?.formation == before.formation else { return }
        held?.renew(cards, at: state)
    }
}

extension [DuplicateGroup] {
    /// If the best of a group is gone, the next one has no stated merits yet.
    fileprivate func without(_ isGone: (PhotoCard) -> Bool) -> [DuplicateGroup] {
        compactMap { group in
            let left = group.photos.filter { !isGone($0.card) }
            guard left.count > 1 else { return nil }
            let hasBest = left[0].card.id == group.photos[0].card.id
            return DuplicateGroup(group.kind, hasBest ? left : left.map { DuplicateGroup.Member($0.card, merits: []) })
        }
    }
}

extension PhotoCard {
    /// Whether its file has the same content as then.
    func holdsSame(as then: PhotoCard) -> Bool {
        content == then.content && (content != nil || stamp == then.stamp)
    }
}
