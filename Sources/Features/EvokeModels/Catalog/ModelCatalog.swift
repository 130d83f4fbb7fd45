package import EvokeValues
import Foundation

/// A list of models that can be downloaded.
package struct ModelCatalog: Hashable, Sendable, Codable {
    /// The largest size of a catalog file.
    package static let mostBytes: Int64 = 1_000_000

    /// The file's format version; 1 is the only one.
    package let format: Int
    /// Its name in the model store.
    package let name: String
    /// At most 1,000, with unique names.
    package let models: [CatalogModel]

    /// For catalog authors, to write with ``ModelCatalog/json()``; not checked until
    /// ``ModelCatalog/read(_:from:)``.
    package init(name: String, models: [CatalogModel]) {
        format = 1
        self.name = name
        self.models = models
    }

    /// Reads a catalog from an untrusted source and checks all of it.
    ///
    /// - Parameter source: where it came from, for error messages.
    package static func read(_ bytes: [UInt8], from source: String) throws(EvokeError) -> ModelCatalog {
        func refused(_ reason: String) -> EvokeError {
            EvokeError(
                .damaged, doing: "read the catalog", subject: source, reason: reason,
                remedy: "Ask its publisher to fix it; docs/guide/080_models.md describes the format.")
        }
        guard bytes.count <= mostBytes else { throw refused("it is larger than \(mostBytes / 1_000_000) MB") }
        let catalog: ModelCatalog
        do {
            catalog = try JSONDecoder().decode(ModelCatalog.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw refused(error.reasonInWords)
        } catch {
            throw refused("it is not JSON")
        }
        if let fault = catalog.fault(isEncrypted: WebAddress.isOne(source) && WebAddress.isEncrypted(source)) {
            throw refused(fault)
        }
        return catalog
    }

    /// Encodes the catalog as a file to publish.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

extension ModelCatalog {
    /// Returns what is wrong with a catalog; nil if nothing is.
    ///
    /// - Parameter isEncrypted: whether it came over an encrypted connection; if so, its addresses must be encrypted
    ///   too.
    func fault(isEncrypted: Bool) -> String? {
        if format != 1 { return "'format' is \(format), but this version of Evoke reads only 1" }
        if !ModelName.isPlain(name) { return "'name' is not a plain name" }
        if models.count > 1_000 { return "it lists more than 1,000 models" }
        var known: Set<String> = []
        for (number, model) in models.enumerated() {
            guard ModelName.isPlain(model.name) else { return "'models[\(number)].name' is not a plain name" }
            guard known.insert(model.name.lowercased()).inserted else { return "'\(model.name)' is listed twice" }
            if let fault = model.fault(isEncrypted: isEncrypted) { return "of '\(model.name)', \(fault)" }
        }
        return nil
    }
}

extension CatalogModel {
    fileprivate func fault(isEncrypted: Bool) -> String? {
        let texts = [
            ("title", title), ("purpose", purpose), ("languages", languages), ("licence", license), ("speed", speed),
        ]
        for (key, text) in texts {
            if text.utf8.count > 1_000 { return "'\(key)' is longer than 1,000 characters" }
            // It is shown on terminals unchanged.
            if DiskPath(text).display != text { return "'\(key)' has control characters" }
        }
        switch (dimensions, graph) {
        case (nil, nil): return "'dimensions' or 'graph' is missing"
        case (_?, _?): return "it has both 'dimensions' (for a pair of graphs) and 'graph'"
        case (let dimensions?, nil) where !(1...65_536).contains(dimensions):
            return "'dimensions' is not between 1 and 65,536"
        default: break
        }
        if !(1...Self.mostBytes).contains(bytes) { return "'bytes' is not between 1 and a terabyte" }
        if !WebAddress.isOne(page) { return "'page' is not a web address" }
        if let address {
            if let fault = Self.fault(address, isEncrypted) { return "'address' \(fault)" }
            if address.contains("?") { return "'address' contains a question mark" }
        }
        if files.isEmpty || files.count > 500 { return "it has \(files.count) files, but must have 1 to 500" }
        return fileFault(isEncrypted: isEncrypted) ?? graph.flatMap(fault(in:))
            ?? variantFault(isEncrypted: isEncrypted)
    }

    private func fault(in graph: GraphDescription) -> String? {
        if let fault = graph.fault { return "of 'graph', \(fault)" }
        let known = Set(files.map(\.path))
        for path in [graph.file, graph.labels].compactMap({ $0 }) where !known.contains(path) {
            return "its graph refers to '\(path)', which is not one of its files"
        }
        return nil
    }

    private func variantFault(isEncrypted: Bool) -> String? {
        guard !variants.isEmpty else { return nil }
        guard (2...100).contains(variants.count) else {
            return "it has \(variants.count) variants, but must have 2 to 100"
        }
        var known: Set<String> = []
        for variant in variants {
            guard ModelName.isPlain(variant.name) else { return "the name of a variant is not a plain name" }
            guard known.insert(variant.name.lowercased()).inserted else {
                return "the variant '\(variant.name)' is listed twice"
            }
            guard (0...1_000_000).contains(variant.share) else {
                return "the share of the variant '\(variant.name)' is not between 0 and a million"
            }
            if graph == nil, variant.graph != nil {
                return "the variant '\(variant.name)' has a graph, but the model has none"
            }
            if let fault = of(variant).fault(isEncrypted: isEncrypted) {
                return "in the variant '\(variant.name)', \(fault)"
            }
        }
        return variants.contains { $0.share > 0 } ? nil : "no variant has a share"
    }

    private func fileFault(isEncrypted: Bool) -> String? {
        var known: Set<String> = []
        for file in files {
            let shown = DiskPath(file.path).display
            if let fault = ModelFilePath.fault(in: file.path) { return "the file '\(shown)' \(fault)" }
            let path = file.path.lowercased()
            // Case-insensitive file systems can hold only one of them.
            if !known.insert(path).inserted { return "the file '\(shown)' is listed twice" }
            if [ModelManifest.fileName, GraphModel.fileName].contains(path) {
                return "'\(shown)' is Evoke's own file name"
            }
            if let size = file.size, !(0...Self.mostBytes).contains(size) {
                return "the size of '\(shown)' is not between 0 and a terabyte"
            }
            if let sha256 = file.sha256, !sha256.isSHA256 { return "'sha256' of '\(shown)' is not a SHA-256" }
            if let from = file.from {
                let fault = WebAddress.isOne(from) ? Self.fault(from, isEncrypted) : ModelFilePath.fault(in: from)
                if let fault { return "'from' of '\(shown)' \(fault)" }
            }
        }
        for path in known where known.contains(where: { $0.hasPrefix(path + "/") }) {
            return "'\(path)' is both a file and a folder"
        }
        return nil
    }

    private static func fault(_ address: String, _ isEncrypted: Bool) -> String? {
        guard WebAddress.isOne(address) else { return "is not a web address" }
        if isEncrypted, !WebAddress.isEncrypted(address) {
            return "begins with http:, but an encrypted catalog may only list https: addresses"
        }
        return nil
    }

    /// The largest size that a file can have.
    static let mostBytes: Int64 = 1_000_000_000_000
}

/// Web addresses that catalogs and commands may name: plain ones, with nothing that hides where they lead.
package enum WebAddress {
    /// Whether it is an HTTPS or HTTP address of a file or folder.
    package static func isOne(_ text: String) -> Bool { parts(of: text) != nil }

    package static func isEncrypted(_ text: String) -> Bool { text.lowercased().hasPrefix("https://") }

    /// The host and port, in lower case.
    package static func host(of text: String) -> String? { parts(of: text)?.host }

    /// Whether it leads only to this machine, with any scheme.
    package static func isOfThisMachine(_ text: String) -> Bool {
        guard let host = host(of: text) else { return false }
        return ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    package static func joined(_ folder: String, _ path: String) -> String {
        folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    private static func parts(of text: String) -> (host: String, path: Substring)? {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.count <= 2_000, text.utf8.allSatisfy(isAllowed)
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        guard isHost(host), !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            return nil
        }
        return (host.lowercased(), path)
    }

    /// A name or number with an optional port; no user name or password.
    private static func isHost(_ host: Substring) -> Bool {
        var name = host
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return false }
            name = host[host.index(after: host.startIndex)..<end]
            guard name.utf8.allSatisfy({ $0.isLetterOrDigit || ":.".utf8.contains($0) }) else {
                return false
            }
            return !name.isEmpty && isPort(host[host.index(after: end)...])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return false }
            name = host[..<colon]
        }
        return !name.isEmpty && name.first != "-"
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil && text.dropFirst().first != "+"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~:/[]@!$&'()*+,;=%?".utf8.contains(byte)
    }
}
