import EvokeCopies
import EvokePorts
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
public struct TidyWish: Sendable, Hashable {
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
        public let wish: TidyWish
        /// Why it was not done.
        public let why: EvokeError
    }

    /// Of those that could be tried.
    public let report: TidyReport
    /// The others.
    public let refused: [Refused]
}

/// The groups that were found last, and a number that tells what they were found in.
struct HeldDuplicates {
    var groups: [DuplicateGroup]
    let formation: Int
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
        let library = try await current()
        if let failure = findingFailure {
            findingFailure = nil
            throw failure
        }
        let mayFind = held == nil || running == nil || underWay == .further
        if finding == nil, mayFind {
            let formation = try await formation(of: library)
            if held?.formation != formation, finding == nil { find(in: library, formation) }
        }
        // Both of one moment: a search that ends while cards are read would leave older groups without it.
        let (groups, progress) = (held?.groups ?? [], finding == nil ? nil : news.finding)
        return KnownDuplicates(
            groups: try await present(groups), progress: progress,
            notCompared: try await library.photosNotCompared())
    }

    /// The groups as far as a query finds their photos.
    ///
    /// Throws as ``PhotoLibrary/search(_:top:offset:)`` does.
    public func groups(_ groups: [DuplicateGroup], answering query: Query) async throws -> [DuplicateGroup] {
        try await onceMore { [self] in
            let wanted = try await current().photos(answering: query)
            var left: [DuplicateGroup] = []
            for group in groups {
                let cards = group.photos.map(\.card).filter { wanted.contains($0.id) }
                guard cards.count > 1 else { continue }
                if cards.count == group.photos.count {
                    left.append(group)
                } else {
                    let looks = group.kind == .exact ? [:] : try await catalog().looks(of: cards.compactMap(\.content))
                    left.append(DuplicateGroup(group.kind, cards, looks: looks))
                }
            }
            return left
        }
    }

    /// Moves photos to the trash as ``PhotoLibrary/tidy(_:_:merging:notify:)`` does. Only such go as are in a group that was found,
    /// together with the one that stays, and only while both are as they were then.
    ///
    /// Throws as that does, and `libraryBusy` while photos are indexed. Texts that are being read wait.
    public func tidy(_ wishes: [TidyWish]) async throws -> TidyOutcome {
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
            return try await library.tidy(wanted, .trash) { _ in progress?.note() }
        }
        let gone = Set(report.done.map(\.goes.id))
        let left = held?.groups.without { gone.contains($0.id) }
        held?.groups = left ?? []
        // Where it was cancelled.
        for step in wanted.dropFirst(report.done.count + report.left.count) {
            let wish = TidyWish(goes: step.goes.id, stays: step.stays.id)
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

    private func find(in library: PhotoLibrary, _ formation: Int) {
        news.beginFinding()
        finding = Task {
            let result: Result<[DuplicateGroup], any Error>
            do {
                result = .success(try await library.duplicates { [news] in news.note(ranked: $0, of: $1) })
            } catch {
                result = .failure(error)
            }
            finding = nil
            switch result {
            case .success(let groups): held = HeldDuplicates(groups: groups, formation: formation)
            // The next who asks begins anew.
            case .failure(let error as EvokeError) where error == .libraryIsClosed: break
            case .failure(let error): findingFailure = error
            }
            news.endFinding()
        }
    }

    /// A number that is another once photos form other groups. Much else changes a library: texts that are read, say.
    private func formation(of library: PhotoLibrary) async throws -> Int {
        let state = try await state()
        if let formed, formed.state == state { return formed.sum }
        let groups = try await library.finder().groups(of: Set(DuplicateGroup.Kind.allCases))
        var sum = Hasher()
        for kind in DuplicateGroup.Kind.allCases {
            sum.combine(Set(groups.lazy.filter { $0.kind == kind }.map { Set($0.photos) }))
        }
        let found = sum.finalize()
        formed = (state, found)
        return found
    }

    /// With their photos as the library knows them now; without those that have gone, or hold something else.
    private func present(_ groups: [DuplicateGroup]) async throws -> [DuplicateGroup] {
        let cards = try await cards(of: groups.flatMap { $0.photos.map(\.card.id) })
        return groups.without { cards[$0.id]?.holdsSame(as: $0) != true }.map { group in
            DuplicateGroup(
                group.kind,
                group.photos.map { DuplicateGroup.Member(cards[$0.card.id] ?? $0.card, merits: $0.merits) })
        }
    }

    private func step(_ wish: TidyWish, _ cards: [PhotoID: PhotoCard]) throws(EvokeError) -> TidyStep {
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

extension TidyWish {
    fileprivate func refused(_ reason: String, _ remedy: String, _ card: PhotoCard? = nil) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "put away the photo", subject: card?.path.display ?? "\(goes.value)", reason: reason,
            remedy: remedy)
    }
}
