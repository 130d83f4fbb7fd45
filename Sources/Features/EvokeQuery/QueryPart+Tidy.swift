import EvokeValues

extension Query.Part {
    /// How deep values may be nested: each parenthesis may hold two levels, and a minus.
    private static let deepest = 4 * Query.deepest

    /// The normal form: nothing is negated twice, alone in a list, or a list in one of its kind; adjacent words are
    /// merged, and altitudes are dropped. Nil if it is nested too deeply.
    func tidied(depth: Int = 0) -> Self? {
        guard depth < Self.deepest else { return nil }
        switch self {
        case .words(let text):
            let words = text.unicodeScalars.split(whereSeparator: QuerySyntax.isSpace)
            return .words(words.map { String($0) }.joined(separator: " "))
        case .test(.near(let point, let metres)):
            let flat = Coordinates(latitude: point.latitude, longitude: point.longitude)
            return .test(.near(flat ?? point, metres: metres))
        case .test, .place, .like:
            return self
        case .not(let part):
            guard let tidy = part.tidied(depth: depth + 1) else { return nil }
            if case .not(let inner) = tidy { return inner }
            return .not(tidy)
        case .all(let parts):
            return Self.each(parts, depth).map(Self.together)
        case .any(let parts):
            return Self.each(parts, depth).map(Self.either)
        }
    }

    private static func each(_ parts: [Self], _ depth: Int) -> [Self]? {
        var tidy: [Self] = []
        for part in parts {
            guard let part = part.tidied(depth: depth + 1) else { return nil }
            tidy.append(part)
        }
        return tidy
    }

    /// All of these, each of them normalized.
    static func together(_ parts: [Self]) -> Self {
        var flat: [Self] = []
        for part in parts {
            let inner: [Self] = if case .all(let inner) = part { inner } else { [part] }
            for part in inner {
                if case .words(let next) = part, case .words(let words) = flat.last {
                    flat[flat.count - 1] = .words(words + " " + next)
                } else {
                    flat.append(part)
                }
            }
        }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    /// One of these, each of them normalized.
    static func either(_ parts: [Self]) -> Self {
        let flat = parts.flatMap { part -> [Self] in if case .any(let inner) = part { inner } else { [part] } }
        return flat.count == 1 ? flat[0] : .any(flat)
    }

    /// The opposite of a normalized part.
    static func opposite(_ part: Self) -> Self {
        if case .not(let inner) = part { return inner }
        return .not(part)
    }
}
