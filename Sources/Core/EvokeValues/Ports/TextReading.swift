/// Reads the text in pictures.
package protocol TextReading: Sendable {
    /// Identifies its graphs, languages and decisions. If it changes, pictures are read again.
    var fingerprint: String { get async throws }
    /// The text in the picture; no lines if there is none.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files; `file` may be another path to
    ///   it.
    func text(in file: FilePath, named name: FilePath) async throws -> PictureText
}
