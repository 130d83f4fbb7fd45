import EvokeAnalysis
public import EvokeValues
import EvokeWorkers

/// Photos of which one is enough, as far as a host knows them.
public struct KnownDuplicates: Sendable {
    /// As ``PhotoLibrary/duplicates(_:among:notify:)`` orders them. While they are looked for anew, those that were found
    /// last: photos that have gone since are left out.
    public let groups: [DuplicateGroup]
    /// How far the search for them is; nil while nobody searches.
    public let progress: DuplicatesProgress?
    /// How many photos no run of indexing has made ready to be compared.
    public let notCompared: Int
}

/// How far the search for photos is of which one is enough.
public struct DuplicatesProgress: Sendable, Hashable {
    /// Of how many groups the best photo is known, and how many there are; both 0 until that is known.
    public let done, total: Int
}

/// A photo that somebody wants to have put away, and the one that stays instead.
public struct TidyRequest: Sendable, Hashable {
    /// Both by their numbers in the library.
    public let goes, stays: PhotoID

    /// Whether they are copies is seen when it is carried out.
    public init(goes: PhotoID, stays: PhotoID) { (self.goes, self.stays) = (goes, stays) }
}

/// What became of such wishes.
public struct TidyOutcome: Sendable {
    /// A wish that nothing was done for.
    public struct Refused: Sendable {
        /// What was wanted.
        public let wish: TidyRequest
        /// Why it was not done.
        public let why: EvokeError
    }

    /// Of those that could be tried.
    public let report: TidyReport
    /// The others.
    public let refused: [Refused]
}

/// The groups that were found last.
struct HeldDuplicates {
    /// Photos that have gone since are left out, and those that are hidden.
    private(set) var groups: [DuplicateGroup] = []
    /// The same photos, as they may be shown. What is left of a stack stays together when some of it is hidden.
    private(set) var stacks = PhotoStacks()
    /// Tells which photos they were found among; nil since some have gone.
    private(set) var formation: Int?
    /// In which the photos were looked at last.
    var state: CatalogState?
    /// With those that are hidden.
    private var all: [DuplicateGroup]
    private var hidden = PhotoSet()

    init(_ groups: [DuplicateGroup], formation: Int) {
        (all, self.formation) = (groups, formation)
        show()
    }

    /// Leaves photos out that have gone.
    mutating func drop(_ isGone: (PhotoCard) -> Bool) {
        guard all.contains(where: { $0.photos.contains { isGone($0.card) } }) else { return }
        (all, formation) = (all.without(isGone), nil)
        show()
    }

    /// Leaves these out, and has those back that are hidden no longer.
    mutating func leaveOut(hidden photos: PhotoSet) {
        guard photos != hidden else { return }
        hidden = photos
        show()
    }

    /// Photos as they are known now; those that are not, or hold something else, are left out.
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
    /// What is known of photos of which one is enough. Where the library is another than when they were found, a search
    /// begins, and `news` tells how it goes; what was found is kept until the photos change. While photos are indexed,
    /// groups that were found before that are as they were.
    ///
    /// Throws `EvokeError` where the library cannot be read, and what ended the last search, once.
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
        // Both of one moment: a search that ends in between would leave older groups without it.
        let (groups, progress) = (held?.groups ?? [], finding == nil ? nil : news.finding)
        return KnownDuplicates(groups: groups, progress: progress, notCompared: try await countNotCompared())
    }

    /// Counted once for each state of the library.
    private func countNotCompared() async throws -> Int {
        let state = try await state()
        if let notCompared, notCompared.state == state { return notCompared.count }
        let count = try await current().photosNotCompared()
        notCompared = (state, count)
        return count
    }

    /// Begins a search where photos form other groups than those that were found.
    private func seek() async throws {
        guard finding == nil, held == nil || running == nil || underWay == .further else { return }
        let library = try await current()
        let (formation, found) = try await formation(of: library)
        if held?.formation != formation, finding == nil { find(found, in: library, formation) }
    }

    /// Looks in the background whether a search is needed.
    func seekAnew() {
        guard seeking == nil, findingFailure == nil else { return }
        seeking = Task {
            // Whoever asks for the groups hears of what fails here.
            try? await seek()
            seeking = nil
        }
    }

    /// The photos that may be shown as one, as they were found last. Who asks first waits for the search, and not for long:
    /// where it goes on, there are none, and `news` tells its end.
    func stacks() async -> PhotoStacks {
        if running == nil || held == nil { seekAnew() }
        if held == nil {
            let end = ContinuousClock.now + .seconds(2)
            while seeking != nil || finding != nil, ContinuousClock.now < end {
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
            }
        }
        // Without them, hidden photos would be shown: there are no stacks.
        guard held != nil, let hidden = try? await reading({ try await $0.hiddenPhotos() }) else {
            return PhotoStacks()
        }
        held?.leaveOut(hidden: hidden)
        return held?.stacks ?? PhotoStacks()
    }

    /// The photos of the stack that a photo is in, itself among them, the best first; itself where it is alone.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none of that number that can be shown.
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

    /// The groups as far as a query finds their photos.
    ///
    /// Throws as ``PhotoLibrary/search(_:top:offset:)`` does.
    public func groups(_ groups: [DuplicateGroup], answering query: Query) async throws -> [DuplicateGroup] {
        try await onceMore { [self] in
            try await current().groups(groups, answering: query)
        }
    }

    /// Moves photos to the trash as ``PhotoLibrary/tidy(_:_:merging:notify:)`` does. Only such go as are in a group that was found,
    /// together with the one that stays, and only while both are as they were then.
    ///
    /// Throws as that does, and `libraryBusy` while photos are indexed. Texts that are being read wait.
    public func tidy(_ wishes: [TidyRequest]) async throws -> TidyOutcome {
        let cards = try await cards(of: wishes.flatMap { [$0.goes, $0.stays] })
        var (steps, refused): ([TidyStep], [TidyOutcome.Refused]) = ([], [])
        for wish in wishes {
            do throws(EvokeError) {
                guard !steps.contains(where: { $0.goes.id == wish.goes }) else {
                    throw wish.refused("it is named twice", "Name it once.")
                }
                steps.append(try step(wish, cards))
            } catch {
                refused.append(TidyOutcome.Refused(wish: wish, why: error))
            }
        }
        guard !steps.isEmpty else { return TidyOutcome(report: TidyReport(), refused: refused) }
        let wanted = steps
        let report = try await betweenRuns("put photos away") { library in
            let progress = WorkProgress.current
            return try await library.tidy(wanted, .trash) { _ in progress?.record() }
        }
        let gone = Set(report.done.map(\.goes.id))
        held?.drop { gone.contains($0.id) }
        // Where it was cancelled.
        for step in wanted.dropFirst(report.done.count + report.left.count) {
            let wish = TidyRequest(goes: step.goes.id, stays: step.stays.id)
            let why = wish.refused("its turn did not come: putting photos away was ended", "Ask again.", step.goes)
            refused.append(TidyOutcome.Refused(wish: wish, why: why))
        }
        return TidyOutcome(report: report, refused: refused)
    }

    /// Puts back what was put away last, as ``PhotoLibrary/undoTidying()`` does.
    ///
    /// Throws as that does, and `libraryBusy` while photos are indexed.
    public func undoTidying() async throws -> UndoReport {
        try await betweenRuns("put photos back") { try await $0.undoTidying() }
    }

    /// - Parameter found: the groups of that formation, where they were just looked up.
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
            // The next who asks begins anew.
            case .failure(let error as EvokeError) where error == .libraryIsClosed: break
            case .failure(let error): findingFailure = error
            }
            news.endFinding()
        }
    }

    /// A number that is another once photos form other groups. Much else changes a library: texts that are read, say.
    ///
    /// Gives the groups, too, where they had to be looked up.
    private func formation(of library: PhotoLibrary) async throws -> (Int, [DuplicateFinder.Found]?) {
        let state = try await state()
        if let formed, formed.state == state { return (formed.sum, nil) }
        let found = try await library.found()
        let hasBursts = found.contains { $0.kind == .burst }
        let favourites = hasBursts ? try await library.catalog.photos(meeting: .test(.favourite)) : PhotoSet()
        // They come in no order.
        let sum = found.reduce(found.count) { sum, group in
            var hasher = Hasher()
            hasher.combine(group.kind)
            for photo in group.photos.sorted() { hasher.combine(photo) }
            // Of a burst, a favourite is the best.
            if group.kind == .burst { hasher.combine(group.photos.filter(favourites.contains).sorted()) }
            return sum &+ hasher.finalize()
        }
        formed = (state, sum)
        return (sum, found)
    }

    /// Looks at the photos of what was found, once for each state of the library.
    private func compareKept() async throws {
        let state = try await state()
        guard let before = held, before.state != state else { return }
        let cards = try await cards(of: before.groups.flatMap { $0.photos.map(\.card.id) })
        // What was found or has gone meanwhile is looked at by the next who asks.
        guard held?.formation == before.formation else { return }
        held?.renew(cards, at: state)
    }

    private func step(_ wish: TidyRequest, _ cards: [PhotoID: PhotoCard]) throws(EvokeError) -> TidyStep {
        guard let goes = cards[wish.goes], let stays = cards[wish.stays] else {
            throw wish.refused("the library has no such photo that can be shown", "Look for copies again.")
        }
        let found = held?.groups.lazy.compactMap { group in
            let members = group.photos.lazy.map(\.card)
            return members.first { $0.id == wish.goes }.flatMap { goes in
                members.first { $0.id == wish.stays }.map { (goes: goes, stays: $0) }
            }
        }.first
        guard wish.goes != wish.stays, let found else {
            throw wish.refused(
                "it was not found to be in one group with the photo that is to stay, \(stays.path.display)",
                "Look for copies again.", goes)
        }
        for (then, now) in [(found.goes, goes), (found.stays, stays)] where !now.holdsSame(as: then) {
            throw wish.refused(
                "\(now.path.display) has changed since copies were looked for", "Look for copies again.", goes)
        }
        return TidyStep(goes: goes, stays: stays, isExact: goes.content != nil && goes.content == stays.content)
    }
}

extension [DuplicateGroup] {
    /// Where the best one of a group has gone, nobody has said yet what the next one has over the others.
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
    /// Whether its file is what it was then.
    fileprivate func holdsSame(as then: PhotoCard) -> Bool {
        content == then.content && (content != nil || stamp == then.stamp)
    }
}

extension TidyRequest {
    fileprivate func refused(_ reason: String, _ remedy: String, _ card: PhotoCard? = nil) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "put away the photo", subject: card?.path.display ?? "\(goes.value)", reason: reason,
            remedy: remedy)
    }
}
