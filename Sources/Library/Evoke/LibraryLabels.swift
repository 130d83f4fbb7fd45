import EvokeSystem
public import EvokeValues
import FoundationEssentials

/// The labels and scoring that were set for a library, whatever its model.
public struct LibraryLabels: Sendable {
    static let fileName = "labels.json"

    private let folder: FilePath

    /// Reads nothing yet.
    public init(_ places: LibraryConfiguration) {
        folder = places.library
    }

    /// The settings; empty if there are none.
    ///
    /// Throws `EvokeError` of the kind `damaged` for a file that Evoke did not write.
    public func read() throws(EvokeError) -> LabelDefaults {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return LabelDefaults() }
        let bytes = try FileSystem.read(file, most: FileSystem.mostBytesOfText)
        guard let defaults = try? JSONDecoder().decode(LabelDefaults.self, from: Data(bytes)) else {
            throw EvokeError(
                .damaged, doing: "read the library's labels", subject: file.display,
                reason: "Evoke did not write it", remedies: [.clearLabels])
        }
        return defaults
    }

    /// Replaces the settings; an empty value removes them. Takes effect with the next call, also in running servers.
    public func write(_ defaults: LabelDefaults) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !defaults.isEmpty else { return try FileSystem.erase(file) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(defaults) else {
            throw EvokeError(
                .unsupported, doing: "write", subject: file.display, reason: "it has a value that is not a number")
        }
        try FileSystem.makeFolder(folder, isPrivate: true)
        try FileSystem.replace(file, with: Array(data))
    }
}
