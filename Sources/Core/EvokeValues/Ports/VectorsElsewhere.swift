/// Vectors of photos that another program made, and keeps.
package protocol VectorsElsewhere: Sendable {
    /// Nil where it has none of the file as it is now.
    func vector(of file: FilePath, as stamp: FileStamp) async throws -> [Float]?
}
