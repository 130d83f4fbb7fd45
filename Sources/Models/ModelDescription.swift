public import PhotoCore

/// All that is needed to use a model, whatever the layout of its directory.
public struct ModelDescription: Sendable, Hashable {
    public struct Source: Sendable, Hashable {
        public let name: String
        public let version: String
        public let licence: String
        public let holds: String
    }

    public struct ImageSide: Sendable, Hashable {
        public let graph: FilePath
        public let inputName: String
        public let outputName: String
        public let input: ImageInput
    }

    public struct TextSide: Sendable, Hashable {
        public let graph: FilePath
        public let inputName: String
        public let outputName: String
        public let tokenizer: FilePath
        /// What is put in front of each text.
        public let prefix: String
        public let maximumTokens: Int
    }

    public let name: String
    public let version: String
    public let summary: String
    public let licence: String
    public let sources: [Source]
    public let folder: FilePath
    public let dimensions: Int
    public let image: ImageSide
    public let text: TextSide
    /// The model's own labels, one a line.
    public let labels: FilePath?
}
