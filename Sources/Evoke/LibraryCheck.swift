import CatalogSQLite
public import PhotoCore

extension LibraryStatus {
    /// Verifies the library, vector by vector, and changes nothing.
    public static func check(
        _ places: Places, notify: @escaping @Sendable (CheckProgress) -> Void = { _ in }
    ) async throws -> CheckReport {
        try await SQLiteCatalog.open(in: places.library, access: .read).check(notify: notify)
    }
}
