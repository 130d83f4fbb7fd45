/// Reads the text in pictures.
package protocol TextReading: Sendable {
    /// What reads: its graphs, its languages and how it decides. Where this changes, pictures are read again.
    var fingerprint: String { get async throws }
    /// What is written in the picture; no lines where nothing is.
    ///
    /// - Parameter name: the photo's own, whose ending tells raw files; `file` may be another path to it.
    func text(in file: FilePath, named name: FilePath) async throws -> PictureText
}
