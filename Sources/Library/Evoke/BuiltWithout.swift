import EvokePorts
import EvokeValues

extension EvokeError {
    /// - Parameter trait: of the package; what needs it was left out of this program.
    static func built(without trait: String, doing: String, _ subject: String) -> EvokeError {
        EvokeError(
            .unsupported, doing: doing, subject: subject, reason: "this program was built without \(trait)",
            remedy: "Add the trait \"\(trait)\" to its dependency on Evoke.")
    }
}

#if !PostgreSQL
struct PostgresPlace: CatalogPlace {
    private static let schemes = ["postgres://", "postgresql://"]

    static func isAddress(_ address: DiskPath) -> Bool {
        schemes.contains { address.bytes.starts(with: $0.utf8) }
    }

    /// Without what may be a password.
    static func display(_ address: DiskPath) -> DiskPath { DiskPath("postgres://...") }

    private let refusal: EvokeError

    init(_ address: DiskPath, folder: DiskPath, roots: DiskPath) {
        refusal = .built(without: "PostgreSQL", doing: "use the library", Self.display(address).display)
    }

    var namesRoots: Bool { true }
    var privateNames: [String] { [] }

    func open(_: CatalogAccess, upgrading: @Sendable (UpgradeProgress) -> Void) throws -> any PhotoCatalog {
        throw refusal
    }

    func openToCopy(
        _: CatalogAccess, namingRoots: Bool, upgrading: @Sendable (UpgradeProgress) -> Void
    ) throws -> any CopyableCatalog { throw refusal }

    func openBesideWriter() throws -> any PhotoCatalog { throw refusal }
    func vectors(of model: ModelID) throws(EvokeError) -> any VectorSource { throw refusal }
    func lock() throws -> any CatalogLock { throw refusal }
    func isThere() -> Bool? { nil }
    func state() throws -> CatalogState { throw refusal }
    func continues(_: CatalogState, after: CatalogState, whileWriting: Bool) -> Bool { false }
    func check(_: CatalogState, after: CatalogState) throws { throw refusal }
    func bytes() throws -> Int64 { throw refusal }
    func copies() -> [DiskPath] { [] }
}
#endif
