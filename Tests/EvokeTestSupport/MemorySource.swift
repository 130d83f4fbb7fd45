package import EvokeValues
package import EvokeWorkers

/// A source whose photos are in memory. Its tokens count its changes.
package final class MemorySource: PhotoSource {
    package struct State: Sendable {
        /// A photo without bytes is out of reach.
        package var photos: [String: [UInt8]?] = [:]
        /// What was changed, in order.
        fileprivate var changed: [String] = []
        /// Tokens before this one are not known anymore.
        package var oldestToken = 0
        package var isAway = false
        /// How many more photos are brought before the run breaks off.
        package var left = Int.max
        package var asked: [String?] = []
        package var brought: Set<String> = []

        package mutating func set(_ identifier: String, _ bytes: [UInt8]?) {
            photos[identifier] = .some(bytes)
            changed.append(identifier)
        }

        package mutating func remove(_ identifier: String) {
            photos[identifier] = nil
            changed.append(identifier)
        }

        package mutating func forgetChanges() { oldestToken = changed.count + 1 }
    }

    package struct BrokenOff: Error {}

    package let name = "phone"
    package let state = Locked(State())
    private let folder = TemporaryFolder()

    package init(_ photos: [String: [UInt8]] = [:]) {
        state.withLock { state in for (identifier, bytes) in photos { state.set(identifier, bytes) } }
    }

    package static func path(_ identifier: String) -> FilePath { FilePath.ofSource("phone").appending(identifier) }

    package func changes(since token: String?) async throws -> SourceChanges {
        try state.withLock { state in
            state.asked.append(token)
            if state.isAway { throw Self.outOfReach }
            let since = token.flatMap { Int($0) }.flatMap { $0 < state.oldestToken ? nil : $0 }
            let names = since.map { Set(state.changed[$0...]) } ?? Set(state.changed)
            let here = names.filter { state.photos[$0] != nil }
            let stamps = here.map { name in
                let version = UInt64(state.changed.count { $0 == name })
                return (name, FileStamp(size: 1, modifiedNanoseconds: 1, inode: version))
            }
            return SourceChanges(
                photos: Dictionary(uniqueKeysWithValues: stamps), removed: since == nil ? nil : names.subtracting(here),
                token: String(state.changed.count))
        }
    }

    package func withFile<Result: Sendable>(
        of identifier: String, _ body: @Sendable (FilePath) async throws -> Result
    ) async throws -> Result {
        let bytes = try state.withLock { state in
            guard case .some(.some(let bytes)) = state.photos[identifier] else { throw Self.outOfReach }
            if state.left == 0 { throw BrokenOff() }
            state.left -= 1
            state.brought.insert(identifier)
            return bytes
        }
        let file = try folder.write("\(identifier.hashValue)/" + identifier, bytes)
        defer { folder.remove("\(identifier.hashValue)/" + identifier) }
        return try await body(file)
    }

    private static var outOfReach: EvokeError {
        EvokeError(.notFound, doing: "read the photos", subject: "phone", reason: "it is not connected")
    }
}
