/// Vectors of photos made and stored by another program.
package protocol VectorsElsewhere: Sendable {
    /// Nil if it has none for the file as it is now.
    func vector(of file: FilePath, as stamp: FileStamp) async throws -> [Float]?
}
