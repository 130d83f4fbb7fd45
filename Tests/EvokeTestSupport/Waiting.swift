/// What was waited for did not come.
public struct NothingMore: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) {
        self.description = description
    }
}

/// Looks at something again and again until it is as it should be, and hands it over. Waits for as long as it changes:
/// only where nothing has changed for minutes, on however busy a machine, does it fail and say what it waited for.
@discardableResult
public func wait<Seen: Equatable>(
    for what: String, patience: Duration = .seconds(300), watching look: () async throws -> Seen,
    until isSo: (Seen) throws -> Bool
) async throws -> Seen {
    var seen = try await look()
    var since = ContinuousClock.now
    while try !isSo(seen) {
        guard ContinuousClock.now - since < patience else {
            throw NothingMore(description: "waited for \(what); nothing has changed for \(patience): \(seen)")
        }
        try await Task.sleep(for: .milliseconds(10))
        let next = try await look()
        if next != seen { (seen, since) = (next, .now) }
    }
    return seen
}

/// Looks again and again until it is so.
public func wait(for what: String, until isSo: () async throws -> Bool) async throws {
    try await wait(for: what, watching: isSo) { $0 }
}
