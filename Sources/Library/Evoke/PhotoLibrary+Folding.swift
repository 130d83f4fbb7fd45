import EvokeValues

/// Results in which the photos of a stack are shown as one.
extension PhotoLibrary {
    /// The best photo of each stack, best first: as many as requested, if there are that many. Without folding, each
    /// photo counts by itself.
    func bestOfStacks(_ ways: [Way], _ question: SearchRequest) async throws -> [Found] {
        var (ways, depth) = (ways, question.depth)
        while true {
            let best = try await best(of: ways, top: depth)
            guard let stacks = question.stacks else { return best }
            let folded = stacks.folded(best.prefix(depth)) { $0.id }
            if folded.count >= question.end || best.count < depth { return folded }
            // The photos so far are from too few stacks.
            depth *= 4
            let deeper = ways.map { way in
                var question = way.question
                question.reach = depth
                return question
            }
            ways = try await self.ways(to: deeper)
        }
    }

    /// Shows each stack by its best photo among those that match as well as the one found.
    func bestOfEach(_ found: [Found], _ stacks: PhotoStacks, _ ways: [Way]) async throws -> [Found] {
        let asked = ways.reduce(into: Set<PhotoID>()) { $0.formUnion($1.asked) }
        let members = found.flatMap { stacks.stack(of: $0.id)?.photos ?? [] }.filter { !asked.contains($0) }
        guard !members.isEmpty else { return found }
        let answers = Dictionary(try await self.found(members, ways).map { ($0.id, $0) }) { $1 }
        return found.map { one in
            let stack = stacks.stack(of: one.id)?.photos ?? []
            return stack.lazy.compactMap { answers[$0] }.first { $0.fits == one.fits } ?? one
        }
    }
}

extension SearchRequest {
    /// Up to half of the photos can be folded into others before a second search is needed.
    var reachingForStacks: SearchRequest {
        guard stacks != nil else { return self }
        var further = self
        further.reach = 2 * end
        return further
    }
}
