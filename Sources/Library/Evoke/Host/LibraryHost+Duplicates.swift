import EvokeAnalysis
import EvokePorts
public import EvokeValues
import EvokeWorkers

/// Duplicates, as far as a host knows them.
public struct KnownDuplicates: Sendable {
    /// In the order of ``PhotoLibrary/Duplicates/groups(_:among:notify:)``. During a new search, those of the last one,
    /// without photos removed since.
    public let groups: [DuplicateGroup]
    /// The progress of the current search; nil if there is none.
    public let progress: DuplicatesProgress?
    /// How many photos no indexing run has prepared for comparison.
    public let notCompared: Int
}

/// The progress of a search for duplicates.
public struct DuplicatesProgress: Sendable, Hashable {
    /// Groups whose best photo is known, and all groups; both 0 until that is known.
    public let done, total: Int
}

/// A photo to move to the trash, and the one that stays instead.
public struct TidyRequest: Sendable, Hashable {
    /// Their numbers in the library.
    public let goes, stays: PhotoID

    /// Whether they are copies is checked later.
    public init(goes: PhotoID, stays: PhotoID) { (self.goes, self.stays) = (goes, stays) }
}

/// The result of such requests.
public struct TidyOutcome: Sendable {
    /// A request that was refused.
    public struct Refused: Sendable {
        /// The request.
        public let request: TidyRequest
        /// Why it was refused.
        public let why: EvokeError
    }

    /// For the requests that were tried.
    public let report: TidyReport
    /// The others.
    public let refused: [Refused]
}

/// The groups that were found last.
struct HeldDuplicates {
    /// Without hidden photos and those removed since.
    private(set) var groups: [DuplicateGroup] = []
    /// The same photos, as stacks to show. If some of a stack are hidden, the others stay together.
    private(set) var stacks = PhotoStacks()
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

    /// Leaves out photos that are gone.
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
    }
}

extension LibraryHost {
    /// The known duplicates. If the library has changed since they were found, a new search begins, and `news` reports
    /// its progress; the last result is kept until the photos change. During indexing, older groups are returned as
    /// they were.
    ///
    /// Throws `EvokeError` if the library cannot be read, and, once, the error that ended the last search.
    public func duplicates() async throws -> KnownDuplicates {
        try await onceMore { [self] in try await knownDuplicates() }
    }

    private func knownDuplicates() async throws -> KnownDuplicates {
        if let failure = findingFailure {
            findingFailure = nil
            throw failure
        }
        try await compareKept()
        held?.leaveOut(hidden: try await reading { try await $0.hiddenPhotos() })
        try await seek()
        // Read together: a search that ends in between would pair old groups with no progress.
        let (groups, progress) = (held?.groups ?? [], finding == nil ? nil : news.finding)
        return KnownDuplicates(groups: groups, progress: progress, notCompared: try await countNotCompared())
    }

    /// Counted once per state of the library.
    private func countNotCompared() async throws -> Int {
        let state = try await state()
        if let notCompared, notCompared.state == state { return notCompared.count }
        let count = try await current().duplicates.countNotCompared()
        notCompared = (state, count)
        return count
    }

    /// Starts a search if the photos now form other groups.
    private func seek() async throws {
        guard finding == nil, held == nil || running == nil || underWay == .laterPasses else { return }
        let library = try await current()
        let (formation, found) = try await formation(of: library)
        if held?.formation != formation, finding == nil { find(found, in: library, formation) }
    }

    /// Checks in the background whether a search is needed.
    func seekAnew() {
        guard seeking == nil, findingFailure == nil else { return }
        seeking = Task {
            // An error is reported to the next caller who asks for the groups.
            try? await seek()
            seeking = nil
        }
    }

    /// The stacks of photos to show as one, as found last. The first caller waits a short time for the search; if that
    /// takes longer, there are no stacks, and `news` reports when it ends.
    func stacks() async -> PhotoStacks {
        if running == nil || held == nil { seekAnew() }
        if held == nil {
            let end = ContinuousClock.now + .seconds(2)
            while seeking != nil || finding != nil, ContinuousClock.now < end {
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
            }
        }
        // Without the hidden photos, no stacks can be shown.
        guard held != nil, let hidden = try? await reading({ try await $0.hiddenPhotos() }) else {
            return PhotoStacks()
        }
        held?.leaveOut(hidden: hidden)
        return held?.stacks ?? PhotoStacks()
    }

    /// The photos of a photo's stack, including itself, best first; only itself if it is in none.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public func stack(of photo: PhotoID, top: Int, offset: Int) async throws -> PhotoList {
        let card = try await card(of: photo)
        let stack = await stacks().stack(of: photo)
        let cards = try await cards(of: stack?.photos ?? [photo])
        let photos = stack?.photos.compactMap { cards[$0] } ?? [card]
        let best = photos.first?.id
        return PhotoList(
            photos: photos.dropFirst(offset).prefix(top).map { ($0, $0.id == best ? stack : nil) },
            total: photos.count, folded: 0)
    }

    /// The groups, reduced to photos that a query finds.
    ///
    /// Throws as ``PhotoLibrary/search(_:limit:)-(SearchRequest,_)`` does.
    public func groups(_ groups: [DuplicateGroup], answering query: Query) async throws -> [DuplicateGroup] {
        try await onceMore { [self] in
            try await current().groups(groups, answering: query)
        }
    }

    /// Moves photos to the trash as ``PhotoLibrary/Duplicates/tidy(_:_:merging:notify:)`` does. A photo goes only if it was found
    /// in a group with the one that stays, and if both have not changed since.
    ///
    /// Throws as that does, and `libraryBusy` during indexing. Reading text pauses meanwhile.
    public func tidy(_ requests: [TidyRequest]) async throws -> TidyOutcome {
        let cards = try await cards(of: requests.flatMap { [$0.goes, $0.stays] })
        var (steps, refused): ([TidyStep], [TidyOutcome.Refused]) = ([], [])
        for request in requests {
            do throws(EvokeError) {
                guard !steps.contains(where: { $0.goes.id == request.goes }) else {
                    throw request.refused("it is listed twice", "List it once.")
                }
                steps.append(try step(request, cards))
            } catch {
                refused.append(TidyOutcome.Refused(request: request, why: error))
            }
        }
        guard !steps.isEmpty else { return TidyOutcome(report: TidyReport(), refused: refused) }
        let wanted = steps
        let report = try await betweenRuns("move photos to the trash") { library in
            let progress = WorkProgress.current
            return try await library.duplicates.tidy(wanted, .trash) { _ in progress?.record() }
        }
        let gone = Set(report.done.map(\.goes.id))
        held?.drop { gone.contains($0.id) }
        // Those not done because of a cancellation.
        for step in wanted.dropFirst(report.done.count + report.left.count) {
            let request = TidyRequest(goes: step.goes.id, stays: step.stays.id)
            let why = request.refused("moving photos to the trash was stopped before it", "Try again.", step.goes)
            refused.append(TidyOutcome.Refused(request: request, why: why))
        }
        return TidyOutcome(report: report, refused: refused)
    }

    /// Puts back what was moved last, as ``PhotoLibrary/Duplicates/undo()`` does.
    ///
    /// Throws as that does, and `libraryBusy` during indexing.
    public func undoTidying() async throws -> UndoReport {
        try await betweenRuns("put photos back") { try await $0.duplicates.undo() }
    }

    /// - Parameter found: the groups of that formation, if they were just looked up.
    private func find(_ found: [DuplicateFinder.Found]?, in library: PhotoLibrary, _ formation: Int) {
        news.beginFinding()
        finding = Task {
            let result: Result<[DuplicateGroup], any Error>
            do {
                let found = if let found { found } else { try await library.found() }
                result = .success(try await library.ranked(found) { [news] in news.record(ranked: $0, of: $1) })
            } catch {
                result = .failure(error)
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
    private func formation(of library: PhotoLibrary) async throws -> (Int, [DuplicateFinder.Found]?) {
        let state = try await state()
        if let formed, formed.state == state { return (formed.sum, nil) }
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
        formed = (state, sum)
        return (sum, found)
    }

    /// Checks the photos of the last result, once per state of the library.
    private func compareKept() async throws {
        let state = try await state()
        guard let before = held, before.state != state else { return }
        let cards = try await cards(of: before.groups.flatMap { $0.photos.map(\.card.id) })
        // If it has changed meanwhile, the next caller checks again.
        guard held?.formation == before.formation else { return }
        held?.renew(cards, at: state)
    }

    private func step(_ request: TidyRequest, _ cards: [PhotoID: PhotoCard]) throws(EvokeError) -> TidyStep {
        guard let goes = cards[request.goes], let stays = cards[request.stays] else {
            throw request.refused("it is not in the library or cannot be shown", "Look for duplicates again.")
        }
        let found = held?.groups.lazy.compactMap { group in
            let members = group.photos.lazy.map(\.card)
            return members.first { $0.id == request.goes }.flatMap { goes in
                members.first { $0.id == request.stays }.map { (goes: goes, stays: $0) }
            }
        }.first
        guard request.goes != request.stays, let found else {
            throw request.refused(
                "it is not in a group with the photo to keep, \(stays.path.display)",
                "Look for duplicates again.", goes)
        }
        for (then, now) in [(found.goes, goes), (found.stays, stays)] where !now.holdsSame(as: then) {
            throw request.refused(
                "\(now.path.display) has changed since duplicates were found", "Look for duplicates again.", goes)
        }
        return TidyStep(goes: goes, stays: stays, isExact: goes.content != nil && goes.content == stays.content)
    }
}

extension [DuplicateGroup] {
    /// If the best of a group is gone, the next one has no stated merits yet.
    fileprivate func without(_ isGone: (PhotoCard) -> Bool) -> [DuplicateGroup] {
        compactMap { group in
            let left = group.photos.filter { !isGone($0.card) }
            guard left.count > 1 else { return nil }
            let hasBest = left[0].card.id == group.photos[0].card.id
            return DuplicateGroup(
                group.kind, hasBest ? left : left.map { DuplicateGroup.Member($0.card, merits: []) })
        }
    }
}

extension PhotoCard {
    /// Whether its file has the same content as then.
    fileprivate func holdsSame(as then: PhotoCard) -> Bool {
        content == then.content && (content != nil || stamp == then.stamp)
    }
}

extension TidyRequest {
    fileprivate func refused(_ reason: String, _ remedy: String, _ card: PhotoCard? = nil) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "trash the photo", subject: card?.path.display ?? "\(goes.value)", reason: reason,
            remedy: remedy)
    }
}
