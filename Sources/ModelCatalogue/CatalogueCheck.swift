import PhotoCore

extension Catalogue {
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
        if !(1...65_536).contains(dimensions) { return "'dimensions' is not between 1 and 65,536" }
        if !(1...Self.mostBytes).contains(bytes) { return "'bytes' is not between 1 and a terabyte" }
        if !WebAddress.isOne(page) { return "'page' is not an address on the web" }
        if let address {
            if let fault = Self.fault(address, isEncrypted) { return "'address' \(fault)" }
            if address.contains("?") { return "'address' has a question mark" }
        }
        if files.isEmpty || files.count > 500 { return "there are \(files.count) files, and 1 to 500 are possible" }
        return fileFault(isEncrypted: isEncrypted)
    }

    private func fileFault(isEncrypted: Bool) -> String? {
        var known: Set<String> = []
        for file in files {
            let shown = FilePath(file.path).display
            if let fault = ModelFilePath.fault(in: file.path) { return "the file '\(shown)' \(fault)" }
            let path = file.path.lowercased()
            // Disks that do not tell upper from lower case have a place for one of them only.
            if !known.insert(path).inserted { return "the file '\(shown)' is listed twice" }
            if path == Self.receiptName { return "'\(shown)' is Evoke's own file" }
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
    /// What Evoke notes beside a model's files.
    package static let receiptName = "receipt.json"
}
