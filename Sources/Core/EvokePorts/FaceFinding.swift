package import EvokeValues

/// Finds the faces in pictures.
package protocol FaceFinding: Sendable {
    /// The faces in the picture; none where there is nobody.
    ///
    /// - Parameter name: the photo's own, whose ending tells raw files; `file` may be another path to it.
    func faces(in file: FilePath, named name: FilePath) async throws -> PictureFaces
}
