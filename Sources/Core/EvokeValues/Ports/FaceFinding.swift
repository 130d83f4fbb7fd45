/// Finds the faces in pictures.
package protocol FaceFinding: Sendable {
    /// Changes with the graphs, and with how faces are found or cropped.
    var finder: FaceFinderID { get async throws }
    /// What the distances between its faces mean.
    var distances: FaceDistances { get }

    /// The faces in the picture; empty if there are none.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files; `file` may be another path to
    ///   it.
    func faces(in file: FilePath, named name: FilePath) async throws -> PictureFaces
}
