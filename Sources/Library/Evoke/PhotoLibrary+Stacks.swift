import EvokeCopies
import EvokePorts
public import EvokeValues
import EvokeWorkers

/// Which photos belong together, as long as the library stays as it is.
struct PhotoStacks: Sendable {
    let state: String
    let all: [PhotoStack]
    /// By the photo, its place among all.
    let places: [PhotoID: Int]

    init(_ found: [DuplicateFinder.Found], state: String) {
        // Each photo is in one: a burst takes in the copies of its shots.
        var stack: [PhotoID: Int] = [:]
        var stacks: [PhotoStack?] = []
        for group in found {
            let parts = Set(group.photos.compactMap { stack[$0] })
            let members = parts.sorted().flatMap { stacks[$0]?.photos ?? [] }
            let known = Set(members)
            for part in parts { stacks[part] = nil }
            let photos = members + group.photos.filter { !known.contains($0) }
            for photo in photos { stack[photo] = stacks.count }
            stacks.append(PhotoStack(group.kind, photos))
        }
        self.state = state
        (all, places) = (stacks.map { $0 ?? PhotoStack(.exact, []) }, stack)
    }
}

extension PhotoLibrary {
    /// The stacks that these photos are in, for a page of results: each with the photo that stands for it. Photos that are
    /// alone are left out.
    ///
    /// Quick as long as nothing in the library changes: all stacks are made of what was found when photos were indexed, and
    /// then kept.
    ///
    /// Throws `EvokeError` where the library cannot be read, and `CancellationError`.
    public func stacks(of photos: [PhotoID]) async throws -> [PhotoID: PhotoStack] {
        let stacks = try await stacks()
        var ranked: [Int: PhotoStack] = [:]
        var found: [PhotoID: PhotoStack] = [:]
        for photo in photos {
            guard let place = stacks.places[photo] else { continue }
            if ranked[place] == nil {
                let stack = stacks.all[place]
                let group = try await self.ranked(DuplicateFinder.Found(stack.kind, stack.photos))
                ranked[place] = group.map { PhotoStack($0.kind, $0.photos.map(\.card.id)) }
            }
            found[photo] = ranked[place]
        }
        return found
    }

    private func stacks() async throws -> PhotoStacks {
        let state = try await (catalog as? any CopyableCatalog)?.copyState()
        if let state, let known = knownStacks.withLock({ $0 }), known.state == state { return known }
        let kinds: [DuplicateGroup.Kind] = [.exact, .same, .burst]
        let stacks = PhotoStacks(try await finder().groups(of: Set(kinds)), state: state ?? "")
        // A catalogue that cannot tell its state is asked each time.
        if state != nil { knownStacks.withLock { $0 = stacks } }
        return stacks
    }
}
