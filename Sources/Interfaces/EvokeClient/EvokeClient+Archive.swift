/// Photos' own files, together.
extension EvokeClient {
    /// The files of up to 10,000 photos as one ZIP, in the folders that they are in, handed over in pieces as they come. A text
    /// file in it names those that could not be read.
    public func archive(of photos: [Int64], _ take: ([UInt8]) throws -> Void) async throws {
        let made: ArchiveAnswer = try await json(
            Call(.makeArchive, "get photos", json: ArchiveRequest(photos: photos)))
        let key = made.address.split(separator: "/").last.map(String.init) ?? ""
        try await exchange(Call(.archive, "get photos", [key]), take)
    }
}
