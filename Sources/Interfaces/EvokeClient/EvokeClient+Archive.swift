/// ZIP files of photos.
extension EvokeClient {
    /// The files of up to 10,000 photos as one ZIP, in their folders, passed to `take` in pieces as they arrive. A text
    /// file in it lists those that could not be read.
    public func archive(of photos: [Int64], _ take: ([UInt8]) throws -> Void) async throws {
        let made: ArchiveAnswer = try await json(
            Call(.makeArchive, "download photos", json: ArchiveRequest(photos: photos)))
        let key = made.address.split(separator: "/").last.map(String.init) ?? ""
        try await exchange(Call(.archive, "download photos", [key]), take)
    }
}
