/// The special tokens around a text.
struct Template: Sendable {
    private(set) var before: [Int32] = []
    private(set) var after: [Int32] = []

    private var isEmpty: Bool { before.isEmpty && after.isEmpty }

    init(before: [Int32] = [], after: [Int32] = []) {
        self.before = before
        self.after = after
    }

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        switch try node["type"].string() {
        case "TemplateProcessing": try self.init(pieces: node)
        case "BertProcessing", "RobertaProcessing":
            self.init(before: [try Self.tokenID(node["cls"])], after: [try Self.tokenID(node["sep"])])
        // It affects offsets of tokens, but no ids.
        case "ByteLevel": self.init()
        case "Sequence":
            self.init()
            for element in try node["processors"].elements() {
                let template = try Template(element)
                if template.isEmpty { continue }
                // In the reference, the output of the first processor would count as a second text for the next.
                guard isEmpty else { throw element.failure("a second processor that adds tokens is not supported") }
                self = template
            }
        default: throw node["type"].unsupported()
        }
    }

    private init(pieces node: ConfigurationNode) throws(TokenizerError) {
        var seesText = false
        for piece in try node["single"].elements() {
            let sequence = piece["Sequence"]
            if sequence.isNull {
                let name = try piece["SpecialToken"]["id"].string()
                var ids: [Int32] = []
                for id in try node["special_tokens"][name]["ids"].elements() { ids.append(try id.id()) }
                if seesText { after += ids } else { before += ids }
            } else {
                guard try sequence["id"].string() == "A", !seesText else { throw sequence["id"].unsupported() }
                seesText = true
            }
        }
        guard seesText else { throw node["single"].failure("it does not include the text") }
    }

    /// Reads the id of a token that is given as its name and id.
    private static func tokenID(_ node: ConfigurationNode) throws(TokenizerError) -> Int32 {
        let parts = try node.elements()
        guard parts.count == 2 else { throw node.failure("expected a token and its id") }
        return try parts[1].id()
    }
}
