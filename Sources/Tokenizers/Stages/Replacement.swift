/// Replaces every occurrence of a text, or every run of two or more spaces.
struct Replacement: Sendable {
    private enum Pattern: Sendable {
        case text([UInt8])
        case runOfSpaces
    }

    private let pattern: Pattern
    private let content: [UInt8]

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        let (text, regex) = (node["pattern"]["String"], node["pattern"]["Regex"])
        if !text.isNull {
            pattern = .text(Array(try text.string().utf8))
            if try text.string().isEmpty { throw text.unsupported() }
        } else if !regex.isNull {
            // The only expression such files use. Others wait for a model that needs them.
            guard try regex.string() == " {2,}" else { throw regex.unsupported() }
            pattern = .runOfSpaces
        } else {
            throw node["pattern"].unsupported()
        }
        content = Array(try node["content"].string().utf8)
    }

    func apply(to text: inout NormalizedText) {
        let source = text.bytes
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let matched = matchLength(in: source, at: position)
            if matched == 0 {
                result.append(source[position])
                position += 1
                continue
            }
            if position == 0 {
                // What replaces several characters counts as part of the last of them.
                let isOneCharacter = matched == utf8Length(lead: source[0])
                text.startsAtOrigin = text.startsAtOrigin && isOneCharacter && !content.isEmpty
            }
            result.append(contentsOf: content)
            position += matched
        }
        text.bytes = result
    }

    private func matchLength(in source: [UInt8], at position: Int) -> Int {
        switch pattern {
        case .text(let text):
            return source[position...].starts(with: text) ? text.count : 0
        case .runOfSpaces:
            let spaces = source[position...].prefix { $0 == UInt8(ascii: " ") }.count
            return spaces >= 2 ? spaces : 0
        }
    }
}
