/// What a check of a library found.
public struct CheckAnswer: Codable, Hashable, Sendable {
    /// Something that is wrong with the library.
    public struct Fault: Codable, Hashable, Sendable {
        /// Where it was found: `file`, `tables`, `references`, `photos`, `vectors` or `files`.
        public let part: String
        /// A sentence without its full stop.
        public let words: String

        package init(part: String, words: String) {
            self.part = part
            self.words = words
        }
    }

    /// The library's own, on the machine that it was checked on.
    public let folder: String
    /// Whether there is no fault, and every part could be looked at to its end.
    public let isInOrder: Bool
    /// How many were looked at, where they could be.
    public let photos, vectors, photosRead: Int?
    /// What is no fault; nil where the photos' files were not read.
    public let remarks: [String]?
    /// All that there are.
    public let faultCount: Int
    /// Of each part the first hundred.
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
