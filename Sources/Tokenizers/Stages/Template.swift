/// The special tokens around a single text.
struct Template: Sendable {
    private(set) var before: [Int32] = []
    private(set) var after: [Int32] = []

    /// No special tokens.
    init() {}

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        guard try node["type"].string() == "TemplateProcessing" else { throw node["type"].unsupported() }
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
        guard seesText else { throw node["single"].failure("the text itself is not in it") }
    }
}
