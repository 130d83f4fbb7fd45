/// Replaces every match of a pattern.
struct Replacement: Sendable {
    private let pattern: TextPattern
    private let content: [UInt8]

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        pattern = try TextPattern(node["pattern"])
        content = Array(try node["content"].string().utf8)
    }

    func apply(to text: inout NormalizedText) {
        let source = text.bytes
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let matched = pattern.matchLength(in: source, position..<source.count)
            if matched == 0 {
                let end = position + utf8Length(lead: source[position])
                result += source[position..<end]
                position = end
                continue
            }
            if position == 0 {
                // When several characters are replaced, the result counts as part of the last one.
                let isOneCharacter = matched == utf8Length(lead: source[0])
                text.startsAtOrigin = text.startsAtOrigin && isOneCharacter && !content.isEmpty
            }
            result.append(contentsOf: content)
            position += matched
        }
        text.bytes = result
    }
}
