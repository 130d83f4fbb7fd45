import EvokeCSQLite
import EvokeCatalog
import EvokeValues
import Testing

@testable import CatalogSQLite

@Suite struct ResultCodeTests {
    /// Damage is what SQLite calls damage: whoever is told so puts a backup in the library's place.
    @Test(arguments: (SQLITE_ERROR...SQLITE_NOTADB).flatMap { [$0, $0 | 3 << 8] })
    func onlyWhatSQLiteCallsDamageIsDamage(code: Int32) {
        let error = EvokeError.sqlite(code, doing: "read the library", file: DiskPath("/l"))
        #expect((error.kind == .libraryDamaged) == [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF))
        #expect(error.cause?.domain == "sqlite" && error.cause?.code == Int(code))
        #expect(EvokeError.Kind.known.contains(error.kind) && !error.remedies.isEmpty)
    }

    @Test func whatIsUnknownIsSaidInItsWords() {
        let error = EvokeError.sqlite(SQLITE_MISMATCH, doing: "read the library", file: DiskPath("/l"))
        #expect(error.kind == .libraryFailed)
        #expect(error.reason == "SQLite says 'datatype mismatch'" && error.cause?.text == "datatype mismatch")
    }
}
