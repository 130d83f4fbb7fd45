/// Finds the faces in pictures.
package protocol FaceFinding: Sendable {
    /// What it is: another one for other graphs, and where faces are found or cut out in another way.
    var finder: FaceFinderID { get async throws }
    /// What distances between its faces mean.
    var distances: FaceDistances { get }

    /// The faces in the picture; none where there is nobody.
    ///
    /// - Parameter name: the photo's own, whose ending tells raw files; `file` may be another path to it.
    func faces(in file: FilePath, named name: FilePath) async throws -> PictureFaces
}
