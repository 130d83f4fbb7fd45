public import EvokeValues
import FoundationEssentials

/// A list of models that can be fetched.
public struct ModelCatalogue: Hashable, Sendable, Codable {
    /// The most that a catalogue's file may have.
    public static let mostBytes: Int64 = 1_000_000

    /// Which form the file has: 1, the only one there is.
    public let format: Int
    /// What it is called on the shelf.
    public let name: String
    /// Up to 1,000; each name once.
    public let models: [CatalogueModel]

    /// Made by whoever writes a catalogue, for ``ModelCatalogue/json()``; nothing is checked before
    /// ``ModelCatalogue/read(_:from:)``.
    public init(name: String, models: [CatalogueModel]) {
        format = 1
        self.name = name
        self.models = models
    }

    /// Reads a catalogue that somebody else wrote, and believes nothing of it before it is checked.
    ///
    /// - Parameter source: where it came from, to be named in errors.
    public static func read(_ bytes: [UInt8], from source: String) throws(EvokeError) -> ModelCatalogue {
        func refused(_ reason: String) -> EvokeError {
            EvokeError(
                .damaged, doing: "read the catalogue", subject: source, reason: reason,
                remedy: "Ask whoever publishes it; docs/guide/080_models.md says what belongs in it.")
        }
        guard bytes.count <= mostBytes else { throw refused("it is larger than \(mostBytes / 1_000_000) MB") }
        let catalogue: ModelCatalogue
        do {
            catalogue = try JSONDecoder().decode(ModelCatalogue.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw refused(error.reasonInWords)
        } catch {
            throw refused("it is not JSON")
        }
        if let fault = catalogue.fault(isEncrypted: WebAddress.isOne(source) && WebAddress.isEncrypted(source)) {
            throw refused(fault)
        }
        return catalogue
    }

    /// The catalogue as a file, to be published.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
