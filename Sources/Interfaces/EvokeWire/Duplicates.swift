/// Photos of which one is enough.
public struct DuplicatesAnswer: Codable, Hashable, Sendable {
    /// A photo of a group.
    public struct Photo: Codable, Hashable, Sendable {
        /// Absolute.
        public let path: String
        /// Only where the path is not UTF-8, and `path` shows it as well as it can.
        public let pathBase64: String?
        /// Whether it is the one to keep: the first.
        public let keep: Bool
        /// Of the first, what it has over any of the others; of the others, what the first has over them. Names with
        /// commas between them, the weightiest first: `larger`, `colored`, `originalFormat`, `hasDate`, `sharper`,
        /// `lessCompressed`, `older`.
        public let reason: String
        /// The size of the file.
        public let bytes: Int64
        /// In pixels, as it is looked at; nil where it was never decoded.
        public let width, height: Int?

        package init(
            path: String, pathBase64: String?, keep: Bool, reason: String, bytes: Int64, width: Int?, height: Int?
        ) {
            self.path = path
            self.pathBase64 = pathBase64
            self.keep = keep
            self.reason = reason
            self.bytes = bytes
            self.width = width
            self.height = height
        }
    }

    /// `exact`, `same` or `burst`.
    public let kind: String
    /// At least two, the one to keep first.
    public let photos: [Photo]

    package init(kind: String, photos: [Photo]) {
        self.kind = kind
        self.photos = photos
    }
}
