/// The result of checking a library.
public struct CheckAnswer: Codable, Hashable, Sendable {
    /// Something wrong with the library.
    public struct Fault: Codable, Hashable, Sendable {
        /// Where it was found: `file`, `tables`, `references`, `photos`, `vectors` or `files`.
        public let part: String
        /// A sentence without a period.
        public let words: String

        package init(part: String, words: String) {
            self.part = part
            self.words = words
        }
    }

    /// The library's folder, on the machine that checked it.
    public let folder: String
    /// Whether there is no fault, and every part was checked completely.
    public let isInOrder: Bool
    /// How many were checked; nil if they could not be.
    public let photos, vectors, photosRead: Int?
    /// Observations that are not faults; nil if the photos' files were not read.
    public let remarks: [String]?
    /// The number of all faults.
    public let faultCount: Int
    /// The first hundred of each part.
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
