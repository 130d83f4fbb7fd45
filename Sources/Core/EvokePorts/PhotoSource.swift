package import EvokeValues

/// Photos that are not files in folders, such as those of a phone.
///
/// An identifier is like the name of a file: it has no slash, and ends in a suffix that tells the format.
package protocol PhotoSource: Sendable {
    /// As the name of a `NamedRoot`.
    var name: String { get }

    /// What has changed since it gave that token, or all photos if it does not know the token. Throws `EvokeError` if it
    /// cannot tell: nothing counts as gone then.
    func changes(since token: String?) async throws -> SourceChanges

    /// Brings a photo's content as a file with its suffix, for as long as `body` runs. Throws `EvokeError`: of the kind
    /// `notFound` if it is gone or out of reach, so that the next run tries again.
    func withFile<Result: Sendable>(
        of identifier: String, _ body: @Sendable (DiskPath) async throws -> Result
    ) async throws -> Result
}

/// What a source tells about its photos.
package struct SourceChanges: Sendable {
    /// The new and the changed ones by identifier, or all. A stamp differs if the photo does; the inode may stand for
    /// anything.
    package var photos: [String: FileStamp]
    /// Nil if `photos` are all that there are.
    package var removed: Set<String>?
    /// Stands for this state; nil if the source cannot tell changes.
    package var token: String?

    package init(photos: [String: FileStamp], removed: Set<String>?, token: String?) {
        (self.photos, self.removed, self.token) = (photos, removed, token)
    }
}
