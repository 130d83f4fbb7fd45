public import EvokeValues
import FoundationEssentials

/// A list of models that can be downloaded.
public struct ModelCatalogue: Hashable, Sendable, Codable {
    /// The largest size of a catalog file.
    public static let mostBytes: Int64 = 1_000_000

    /// The file's format version; 1 is the only one.
    public let format: Int
    /// Its name in the model store.
    public let name: String
    /// At most 1,000, with unique names.
    public let models: [CatalogueModel]

    /// For catalog authors, to write with ``ModelCatalogue/json()``; not checked until
    /// ``ModelCatalogue/read(_:from:)``.
    public init(name: String, models: [CatalogueModel]) {
        format = 1
        self.name = name
        self.models = models
    }

    /// Reads a catalog from an untrusted source and checks all of it.
    ///
    /// - Parameter source: where it came from, for error messages.
    public static func read(_ bytes: [UInt8], from source: String) throws(EvokeError) -> ModelCatalogue {
        func refused(_ reason: String) -> EvokeError {
            EvokeError(
                .damaged, doing: "read the catalog", subject: source, reason: reason,
                remedy: "Ask its publisher to fix it; docs/guide/080_models.md describes the format.")
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

    /// Encodes the catalog as a file to publish.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
