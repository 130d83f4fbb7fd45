import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresCatalog: CopyableCatalog {
    func rows(in range: CopiedRange) async throws -> CopiedRows { try await rows(in: range, naming: copiesNames) }

    func copyState() async throws -> String {
        try await read { connection in
            let row = try connection.rows(
                "SELECT token, writes, write_token FROM evoke.libraries WHERE library = $1"
            ).first
            guard let row else { throw Schema.noLibrary(at: connection.address) }
            let state = "postgres:\(row.integer(0)).\(row.integer(1)).\(row.integer(2))"
            guard !copiesNames else { return state }
            // An interrupted copy can only be resumed with the same paths.
            return state + (try connection.copiedPlaces().map { "." + $0.bytes.map(\.hexadecimal).joined() }.joined())
        }
    }
}

extension PostgresConnection {
    /// The folder of each named root on this machine. Throws if one has none.
    fileprivate func copiedPlaces() throws(EvokeError) -> [DiskPath] {
        try keptRoots().filter(\.isElsewhere).map { root throws(EvokeError) in
            let place = places.local(root)
            guard place != root else {
                throw EvokeError(
                    .wrongUsage, doing: "copy the library", subject: address.display,
                    reason: "its root '\(root.display)' has no folder on this machine",
                    remedies: [.advice("Set the root's folder on this machine first, and copy again.")])
            }
            return place
        }
    }

    func add(_ rows: CopiedRows) throws(EvokeError) {
        try checkThatItMayCopyIn()
        for table in rows.range.part.tables { try copyIn(rows.tables[table.name] ?? [], to: table) }
        // Copied numbers are not used again.
        try repairIndexesAndCounters()
    }

    /// PostgreSQL refuses `COPY` by users who are subject to row-level security.
    private func checkThatItMayCopyIn() throws(EvokeError) {
        guard try nativeInteger("SELECT row_security_active('evoke.photos')") == 1 else { return }
        throw EvokeError(
            .notAllowed, doing: "copy a library into", subject: address.display,
            reason: "only the owner of the tables may do that",
            remedies: [.advice("Copy it as the owner, who can then give you access.")])
    }
}
