/// The paths allowed for files in a model's folder and below an address: never outside, and never hidden.
package enum ModelFilePath {
    /// What is wrong with the path; nil if nothing is.
    package static func fault(in path: String) -> String? {
        if path.isEmpty { return "is empty" }
        if path.utf8.count > 200 { return "is longer than 200 characters" }
        if path.utf8.first == .slash { return "is absolute" }
        let parts = path.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        if path.hasSuffix(".part") || path.hasSuffix(".part.note") { return "has the name of a partial download" }
        if parts.count > 8 { return "is more than eight folders deep" }
        for part in parts {
            if part.isEmpty { return "has an empty component" }
            if part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) { return "leads out of its folder" }
            if part.first == .dot { return "is hidden" }
            guard part.allSatisfy(isPlain) else {
                return "has characters other than letters, digits and '._-+@='"
            }
        }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ModelName.isLetterOrDigit(byte) || "._-+@=".utf8.contains(byte)
    }
}
