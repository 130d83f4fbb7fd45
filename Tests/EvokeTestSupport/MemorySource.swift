package import EvokePorts
package import EvokeValues

/// A source whose photos are in memory. Its tokens count its changes.
package final class MemorySource: PhotoSource {
    package struct State: Sendable {
        fileprivate var photos: [String: [UInt8]] = [:]
        fileprivate var changed: [String] = []
        package var firstToken = 0
        package var isAway = false
        /// Photos that cannot be brought now.
        package var outOfReach: Set<String> = []
        /// How many photos are brought before the run breaks off.
        package var most = Int.max
        package var asked: [String?] = []
        package var brought: Set<String> = []

        /// Nil removes it.
        package mutating func set(_ identifier: String, _ bytes: [UInt8]?) {
            photos[identifier] = bytes
            changed.append(identifier)
        }
    }

    package struct BrokenOff: Error {}

    package let name = "phone"
    package let state = Locked(State())
    private let folder = TemporaryFolder()

    package init() {}

    package static func path(_ identifier: String) -> DiskPath { .ofSource("phone").appending(identifier) }

    package func changes(since token: String?) async throws -> SourceChanges {
        try state.withLock { state in
            state.asked.append(token)
            if state.isAway { throw Self.isAway }
            let since = token.flatMap { Int($0) }.flatMap { $0 < state.firstToken ? nil : $0 }
            let names = Set(state.changed[(since ?? 0)...])
            let stamps = names.filter { state.photos[$0] != nil }.map { name in
                (name, FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(state.changed.count { $0 == name })))
            }
            return SourceChanges(
                photos: Dictionary(uniqueKeysWithValues: stamps),
                removed: since.map { _ in names.filter { state.photos[$0] == nil } }, token: "\(state.changed.count)")
        }
    }

    package func withFile<Result: Sendable>(
        of identifier: String, _ body: @Sendable (DiskPath) async throws -> Result
    ) async throws -> Result {
        let bytes = try state.withLock { state in
            if state.brought.count == state.most { throw BrokenOff() }
            guard let bytes = state.photos[identifier], !state.outOfReach.contains(identifier) else {
                throw Self.isAway
            }
            state.brought.insert(identifier)
            return bytes
        }
        let file = try folder.write(identifier, bytes)
        defer { folder.remove(identifier) }
        return try await body(file)
    }

    private static let isAway = EvokeError(
        .notFound, doing: "read the photos", subject: "phone", reason: "it is not connected")
}
