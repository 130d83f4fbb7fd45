import EvokeValues

extension ModelCatalogue {
    /// What must not be in a catalogue; nil when nothing is.
    ///
    /// - Parameter isEncrypted: whether it came over an encrypted connection, which what it names has to do as well.
    func fault(isEncrypted: Bool) -> String? {
        if format != 1 { return "'format' is \(format), and this version of Evoke reads 1" }
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

extension CatalogueModel {
    fileprivate func fault(isEncrypted: Bool) -> String? {
        let texts = [
            ("title", title), ("purpose", purpose), ("languages", languages), ("licence", licence), ("speed", speed),
        ]
        for (key, text) in texts {
            if text.utf8.count > 1_000 { return "'\(key)' is longer than 1,000 characters" }
            // Shown on a terminal as it is.
            if FilePath(text).display != text { return "'\(key)' has control characters" }
        }
        switch (dimensions, graph) {
        case (nil, nil): return "'dimensions' or 'graph' is missing"
        case (_?, _?): return "it has both 'dimensions', of a pair of towers, and a 'graph'"
        case (let dimensions?, nil) where !(1...65_536).contains(dimensions):
            return "'dimensions' is not between 1 and 65,536"
        default: break
        }
        if !(1...Self.mostBytes).contains(bytes) { return "'bytes' is not between 1 and a terabyte" }
        if !WebAddress.isOne(page) { return "'page' is not an address on the web" }
        if let address {
            if let fault = Self.fault(address, isEncrypted) { return "'address' \(fault)" }
            if address.contains("?") { return "'address' has a question mark" }
        }
        if files.isEmpty || files.count > 500 { return "there are \(files.count) files, and 1 to 500 are possible" }
        return fileFault(isEncrypted: isEncrypted) ?? graph.flatMap(fault(in:))
            ?? variantFault(isEncrypted: isEncrypted)
    }

    private func fault(in graph: GraphDescription) -> String? {
        if let fault = graph.fault { return "of 'graph', \(fault)" }
        let known = Set(files.map(\.path))
        for path in [graph.file, graph.labels].compactMap({ $0 }) where !known.contains(path) {
            return "its graph names '\(path)', which is none of its files"
        }
        return nil
    }

    private func variantFault(isEncrypted: Bool) -> String? {
        guard !variants.isEmpty else { return nil }
        guard (2...100).contains(variants.count) else {
            return "there are \(variants.count) variants, and 2 to 100 are possible"
        }
        var known: Set<String> = []
        for variant in variants {
            guard ModelName.isPlain(variant.name) else { return "the name of a variant is not a plain one" }
            guard known.insert(variant.name.lowercased()).inserted else {
                return "the variant '\(variant.name)' is listed twice"
            }
            guard (0...1_000_000).contains(variant.share) else {
                return "the share of the variant '\(variant.name)' is not between 0 and a million"
            }
            if graph == nil, variant.graph != nil {
                return "the variant '\(variant.name)' is a graph, and the model is none"
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
            let shown = FilePath(file.path).display
            if let fault = ModelFilePath.fault(in: file.path) { return "the file '\(shown)' \(fault)" }
            let path = file.path.lowercased()
            // Disks that do not tell upper from lower case have a place for one of them only.
            if !known.insert(path).inserted { return "the file '\(shown)' is listed twice" }
            if [ModelManifest.fileName, GraphModel.fileName].contains(path) { return "'\(shown)' is Evoke's own file" }
            if let size = file.size, !(0...Self.mostBytes).contains(size) {
                return "the size of '\(shown)' is not between 0 and a terabyte"
            }
            if let sha256 = file.sha256, !Self.isDigest(sha256) { return "'sha256' of '\(shown)' is no SHA-256" }
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
        guard WebAddress.isOne(address) else { return "is not an address on the web" }
        if isEncrypted, !WebAddress.isEncrypted(address) {
            return "begins with http:, and a catalogue that came encrypted may name encrypted addresses only"
        }
        return nil
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    private static let mostBytes: Int64 = 1_000_000_000_000
}
