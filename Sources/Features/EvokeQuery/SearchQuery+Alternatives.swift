package import EvokePorts
import EvokeValues

extension SearchQuery {
    /// One alternative of a query: what a photo should show, and its condition.
    package struct Clause: Hashable, Sendable {
        /// Meaning; nil if none is asked for.
        package var words: String?
        /// Meanings to avoid.
        package var avoided: [String] = []
        /// Photos that it should be similar to.
        package var likes: [LikedPhoto] = []
        /// Photos that it should be less similar to.
        package var unlikes: [LikedPhoto] = []
        /// Nil if any photo will do.
        package var condition: PhotoCondition?
    }

    /// Queries with more alternatives are refused.
    package static let mostAlternatives = 64

    /// The query's alternatives: a photo that matches one of them matches the query. Alternatives without words, or
    /// that differ only in their conditions, are merged into one.
    ///
    /// - Parameter place: returns the condition for a place.
    ///
    /// Throws what `place` throws, and `EvokeError` of the kind `wrongUsage` for more than ``mostAlternatives``.
    package func alternatives(
        resolving place: (PlaceName) throws -> PhotoCondition
    ) throws -> [Clause] {
        guard let wanted else { return [Clause()] }
        return try wanted.alternatives(isOpposite: false, place)
    }
}

extension SearchQuery.Part {
    /// Whether it is only a condition, without meaning.
    package var isCondition: Bool {
        switch self {
        case .words, .like: false
        case .test, .place: true
        case .not(let part): part.isCondition
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isCondition)
        }
    }

    fileprivate func alternatives(
        isOpposite: Bool, _ place: (PlaceName) throws -> PhotoCondition
    ) throws -> [SearchQuery.Clause] {
        if let condition = try condition(place) {
            return [SearchQuery.Clause(condition: isOpposite ? .not(condition) : condition)]
        }
        switch self {
        case .words(let text):
            return [isOpposite ? SearchQuery.Clause(avoided: [text]) : SearchQuery.Clause(words: text)]
        case .like(let photo):
            return [isOpposite ? SearchQuery.Clause(unlikes: [photo]) : SearchQuery.Clause(likes: [photo])]
        case .not(let part):
            return try part.alternatives(isOpposite: !isOpposite, place)
        case .all(let parts) where !isOpposite, .any(let parts) where isOpposite:
            return try parts.reduce([SearchQuery.Clause()]) { before, part in
                let next = try part.alternatives(isOpposite: isOpposite, place)
                return try Self.merged(before.flatMap { one in next.map { one.and($0) } })
            }
        case .all(let parts), .any(let parts):
            return try Self.merged(parts.flatMap { try $0.alternatives(isOpposite: isOpposite, place) })
        case .test, .place:
            return []
        }
    }

    /// The condition; nil if it asks for meaning.
    private func condition(_ place: (PlaceName) throws -> PhotoCondition) throws -> PhotoCondition? {
        switch self {
        case .words, .like: return nil
        // The text may also be in the picture.
        case .test(.text(let text)): return .any([.test(.text(text)), .test(.pictureText(text))])
        case .test(let test): return .test(test)
        case .place(let name): return try place(name)
        case .not(let part): return try part.condition(place).map { .not($0) }
        case .all(let parts): return try Self.conditions(parts, place).map { .all($0) }
        case .any(let parts): return try Self.conditions(parts, place).map { .any($0) }
        }
    }

    private static func conditions(
        _ parts: [Self], _ place: (PlaceName) throws -> PhotoCondition
    ) throws -> [PhotoCondition]? {
        var conditions: [PhotoCondition] = []
        for part in parts {
            guard let condition = try part.condition(place) else { return nil }
            conditions.append(condition)
        }
        return conditions
    }

    /// Merges those that differ only in their conditions.
    private static func merged(_ alternatives: [SearchQuery.Clause]) throws -> [SearchQuery.Clause] {
        var order: [SearchQuery.Clause] = []
        var conditions: [SearchQuery.Clause: [PhotoCondition?]] = [:]
        for alternative in alternatives {
            var key = alternative
            key.condition = nil
            if conditions[key] == nil { order.append(key) }
            conditions[key, default: []].append(alternative.condition)
        }
        guard order.count <= SearchQuery.mostAlternatives else {
            throw EvokeError(
                .wrongUsage, doing: "use the query", subject: "",
                reason: "it has more than \(SearchQuery.mostAlternatives) alternatives with different words",
                remedy: "Simplify the query.")
        }
        return order.map { key in
            var merged = key
            let all = conditions[key] ?? []
            let some = all.compactMap(\.self)
            if some.count == all.count { merged.condition = some.count == 1 ? some[0] : .any(some) }
            return merged
        }
    }
}

extension SearchQuery.Clause {
    fileprivate func and(_ other: Self) -> Self {
        var both = self
        both.words = words.map { first in other.words.map { "\(first) \($0)" } ?? first } ?? other.words
        both.avoided += other.avoided
        both.likes += other.likes
        both.unlikes += other.unlikes
        if let mine = condition, let theirs = other.condition {
            if case .all(let parts) = mine {
                both.condition = .all(parts + [theirs])
            } else {
                both.condition = .all([mine, theirs])
            }
        } else {
            both.condition = condition ?? other.condition
        }
        return both
    }
}
