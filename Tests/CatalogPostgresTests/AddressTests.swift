import EvokeCatalog
import EvokeValues
import Testing

@testable import CatalogPostgres

@Suite struct AddressTests {
    @Test(arguments: [
        ("postgres://db.example/photos?library=family", "postgres://db.example/photos", "family"),
        ("postgresql://anna@db:5433/photos?library=a%20b%26c", "postgresql://anna@db:5433/photos", "a b&c"),
        (
            "postgres:///photos?host=/run/postgresql&library=x&sslmode=verify-full",
            "postgres:///photos?host=/run/postgresql&sslmode=verify-full", "x"
        ),
        ("postgres://?service=archive&library=Фото", "postgres://?service=archive", "Фото"),
        (
            "postgres://a,b:2/p?target_session_attrs=read-write&library=x",
            "postgres://a,b:2/p?target_session_attrs=read-write", "x"
        ),
    ])
    func tellsTheLibraryFromTheServer(text: String, server: String, library: String) throws {
        #expect(PostgresAddress.isOne(Array(text.utf8)))
        let address = try PostgresAddress(DiskPath(text))
        #expect(address.server == server && address.library == library && address.display == text)
    }

    @Test(arguments: ["/photos", "postgres", "postgres:/x", "mysql://host/x?library=y", ""])
    func takesNothingElseForOne(text: String) {
        #expect(!PostgresAddress.isOne(Array(text.utf8)))
    }

    @Test(arguments: [
        "postgres://host/photos", "postgres://host/photos?library=", "postgres://host/photos?library=a&library=b",
        "postgres://host/photos?libary=a", "postgres://host/photos?library=a%00b",
        "postgres://host/photos?nonsense=1&library=x", "postgres://[host/photos?library=x",
    ])
    func saysHowToWriteOne(text: String) {
        let error = #expect(throws: EvokeError.self) { try PostgresAddress(DiskPath(text)) }
        #expect(error?.kind == .wrongUsage && error?.remedies.isEmpty == false, "\(text)")
    }

    /// Nothing that is shown of an address has its password, whether it can be read or not.
    @Test(arguments: [
        "postgres://anna:geheim@host/photos?library=x", "postgres://anna:ge@heim@host/photos?library=x",
        "postgres://host/photos?password=geheim&library=x", "postgres://host/photos?library=x&PASSWORD=geheim",
        "postgres://host/photos?sslpassword=geheim&library=x", "postgres://host/photos?library=x&pass%77ord=geheim",
        "postgres://anna:geheim@host:none/photos?library=x", "postgres://anna:geheim@host/photos",
        "postgres://:geheim@host/photos?library=x",
    ])
    func refusesAPasswordAndDoesNotShowIt(text: String) {
        let error = #expect(throws: EvokeError.self) { try PostgresAddress(DiskPath(text)) }
        #expect(error?.kind == .wrongUsage)
        let shown = "\(error.map { "\($0)" } ?? "") \(PostgresPlace.display(DiskPath(text)))"
        #expect(!shown.contains("geheim") && !shown.contains("heim@"), "\(shown)")
    }
}
