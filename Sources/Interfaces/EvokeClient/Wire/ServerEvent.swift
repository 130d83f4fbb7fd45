/// What a server tells on its stream of events.
public enum ServerEvent: Sendable, Hashable {
    /// The library as it is: at first, when a run begins, pauses or ends, and when another program changed it.
    case library(LibraryAnswer)
    /// How far a run is; up to four times a second.
    case progress(IndexingAnswer)
    /// A photo could not be read.
    case failed(FailureEvent)
    /// Something else went wrong.
    case problem(FailureEvent)
    /// A run has ended; the next ``ServerEvent/library(_:)`` has the new numbers.
    case finished(ReportAnswer)
    /// Something about a model that this server fetches.
    case download(DownloadEventJSON)
    /// How far the search for photos is of which one is enough; up to four times a second, and when it has ended.
    case duplicates(FindingAnswer)

    /// As it is written on the stream.
    package func bytes() throws -> [UInt8] {
        switch self {
        case .library(let data): try Self.bytes("library", data)
        case .progress(let data): try Self.bytes("progress", data)
        case .failed(let data): try Self.bytes("failed", data)
        case .problem(let data): try Self.bytes("problem", data)
        case .finished(let data): try Self.bytes("finished", data)
        case .download(let data): try Self.bytes("download", data)
        case .duplicates(let data): try Self.bytes("duplicates", data)
        }
    }

    /// Nil for an event of a kind that came later than this.
    package init?(_ name: String, _ data: [UInt8]) throws {
        switch name {
        case "library": self = .library(try JSONText.value(LibraryAnswer.self, of: data))
        case "progress": self = .progress(try JSONText.value(IndexingAnswer.self, of: data))
        case "failed": self = .failed(try JSONText.value(FailureEvent.self, of: data))
        case "problem": self = .problem(try JSONText.value(FailureEvent.self, of: data))
        case "finished": self = .finished(try JSONText.value(ReportAnswer.self, of: data))
        case "download": self = .download(try JSONText.value(DownloadEventJSON.self, of: data))
        case "duplicates": self = .duplicates(try JSONText.value(FindingAnswer.self, of: data))
        default: return nil
        }
    }

    private static func bytes(_ name: String, _ data: some Encodable) throws -> [UInt8] {
        // JSON has no line breaks of its own, so one line holds it.
        Array("event: \(name)\ndata: ".utf8) + (try JSONText.bytes(of: data)) + Array("\n\n".utf8)
    }
}
