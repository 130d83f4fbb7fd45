import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func forgetPlaces(of roots: [DiskPath]) throws(EvokeError) {
        for root in roots.compactMap({ NamedRoot(kept: $0, place: nil) }) { try placesFolder?.write(root) }
    }
}

extension PostgresConnection {
    func forgetQueue(under path: DiskPath, areHeld: Bool) throws(EvokeError) {
        if areHeld {
            try rows(
                "UPDATE evoke.work w SET root = \(Queue.innermostRoot) WHERE w.library = $1 AND w.root = sha256($2)",
                path)
        } else {
            try rows(
                """
                DELETE FROM evoke.work w WHERE w.library = $1 AND \(Queue.isInside("$2")) AND NOT EXISTS (
                    SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($2)) = $2
                    AND \(Queue.isInside("r.path || '\\x2f'::bytea")))
                """, path.appending([UInt8]()))
        }
    }
}
