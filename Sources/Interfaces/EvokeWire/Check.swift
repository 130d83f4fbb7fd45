/// What a check of a library found.
public struct CheckAnswer: Codable, Hashable, Sendable {
    public struct Fault: Codable, Hashable, Sendable {
        public let part, words: String

        package init(part: String, words: String) {
            self.part = part
            self.words = words
        }
    }

    public let folder: String
    public let isInOrder: Bool
    /// How many were looked at, where they could be.
    public let photos, vectors, photosRead: Int?
    /// What is no fault; nil where the photos' files were not read.
    public let remarks: [String]?
    public let faultCount: Int
    /// The first of them.
    public let faults: [Fault]

    package init(
        folder: String, isInOrder: Bool, photos: Int? = nil, vectors: Int? = nil, photosRead: Int? = nil,
        remarks: [String]? = nil, faultCount: Int, faults: [Fault]
    ) {
        self.folder = folder
        self.isInOrder = isInOrder
        self.photos = photos
        self.vectors = vectors
        self.photosRead = photosRead
        self.remarks = remarks
        self.faultCount = faultCount
        self.faults = faults
    }
}
