import EvokeSystem
public import EvokeValues
import FoundationEssentials

/// The labels and the way of scoring that were set for a library, whatever its model.
public struct LibraryLabels: Sendable {
    static let fileName = "labels.json"

    private let folder: FilePath

    /// Nothing is read yet.
    public init(_ places: LibraryConfiguration) {
        folder = places.library
    }

    /// What was set; nothing where nobody has set any.
    ///
    /// Throws `EvokeError` of the kind `damaged` for a file that Evoke did not write.
    public func read() throws(EvokeError) -> LabelDefaults {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return LabelDefaults() }
        let bytes = try FileSystem.read(file, most: FileSystem.mostBytesOfText)
        guard let defaults = try? JSONDecoder().decode(LabelDefaults.self, from: Data(bytes)) else {
            throw EvokeError(
                .damaged, doing: "read the library's labels", subject: file.display,
                reason: "it is not what Evoke wrote", remedies: [.clearLabels])
        }
        return defaults
    }

    /// Takes the place of what was set; an empty value takes it away. It counts from the next call on, for servers,
    /// too.
    public func write(_ defaults: LabelDefaults) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !defaults.isEmpty else { return try FileSystem.erase(file) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(defaults) else {
            throw EvokeError(.unsupported, doing: "write", subject: file.display, reason: "a number in it is none")
        }
        try FileSystem.makeFolder(folder, isPrivate: true)
        try FileSystem.replace(file, with: Array(data))
    }
}
