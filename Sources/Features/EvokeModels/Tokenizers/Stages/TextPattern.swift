/// A pattern to search for. Only the regular expressions found in such models' files are supported, each matched by
/// hand, because a general engine would be slow and disagree with the reference about characters.
enum TextPattern: Sendable {
    case text([UInt8])
    case runOfSpaces
    case runOfWhitespace
    case whitespace
    case punctuation
    case asciiPunctuation
    case digit
    case words
    case clip(CLIPPattern)
    case gpt2

    private static let expressions: [String: TextPattern] = [
        " {2,}": .runOfSpaces,
        #"\s+"#: .runOfWhitespace,
        ##"[!"#$%&'()*+,-./:;<=>?@\[\\\]^_`{|}~]"##: .asciiPunctuation,
        // The spelling of Python's re.escape for the same class.
        ##"[!"\#\$%\&'\(\)\*\+,\-\./:;<=>\?@\[\\\]\^_`\{\|\}\~]"##: .asciiPunctuation,
        CLIPPattern.expression: .clip(CLIPPattern(tokens: [], ignoresCase: false)),
        #"<\|startoftext\|>|<\|endoftext\|>|"# + CLIPPattern.expression:
            .clip(CLIPPattern(tokens: ["<|startoftext|>", "<|endoftext|>"], ignoresCase: false)),
        #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#: .gpt2,
    ]

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        let (text, expression) = (node["String"], node["Regex"])
        if !text.isNull {
            if try text.string().isEmpty { throw text.unsupported() }
            self = .text(Array(try text.string().utf8))
        } else if !expression.isNull {
            guard let pattern = Self.expressions[try expression.string()] else { throw expression.unsupported() }
            self = pattern
        } else {
            throw node.unsupported()
        }
    }

    /// The length of the match at the start of `range`, which begins and ends on character boundaries; 0 for no match.
    func matchLength(in text: [UInt8], _ range: Range<Int>) -> Int {
        switch self {
        case .text(let wanted): text[range].starts(with: wanted) ? wanted.count : 0
        case .runOfSpaces:
            switch text[range].prefix(while: { $0 == UInt8(ascii: " ") }).count {
            case 0, 1: 0
            case let count: count
            }
        case .runOfWhitespace: run(of: \.properties.isWhitespace, in: text, range)
        case .whitespace: one(\.properties.isWhitespace, in: text, range)
        case .punctuation: one(\.isPunctuation, in: text, range)
        case .asciiPunctuation: one({ $0.isASCII && $0.isPunctuation }, in: text, range)
        case .digit: one(\.properties.generalCategory.isNumber, in: text, range)
        case .words:
            max(
                run(of: \.isWordCharacter, in: text, range),
                run(of: { !$0.isWordCharacter && !$0.properties.isWhitespace }, in: text, range))
        case .clip(let pattern): pattern.matchLength(in: text, range)
        case .gpt2: gpt2MatchLength(in: text, range)
        }
    }

    private func gpt2MatchLength(in text: [UInt8], _ range: Range<Int>) -> Int {
        let contraction = contractionLength(in: text, range, ignoresCase: false)
        if contraction > 0 { return contraction }
        let space = text[range.lowerBound] == UInt8(ascii: " ") ? 1 : 0
        let word = range.dropFirst(space)
        for isMember in [\.isLetter, \.isNumber, \.isOther] as [(Unicode.Scalar) -> Bool] {
            let length = run(of: isMember, in: text, word)
            if length > 0 { return space + length }
        }
        // White space leaves its last character to the next word.
        let length = run(of: \.properties.isWhitespace, in: text, range)
        if length == range.count { return length }
        var last = range.lowerBound + length - 1
        while text[last] & 0xC0 == 0x80 { last -= 1 }
        return last > range.lowerBound ? last - range.lowerBound : length
    }
}

/// CLIP's regular expression for words, numbers, and runs of symbols.
struct CLIPPattern: Sendable {
    static let expression = #"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"#

    private let tokens: [[UInt8]]
    /// As in Python's `regex`, with its Unicode version, which is always recent.
    private let ignoresCase: Bool

    /// - Parameter tokens: matched before everything else.
    init(tokens: [String], ignoresCase: Bool) {
        self.tokens = tokens.map { Array($0.utf8) }
        self.ignoresCase = ignoresCase
    }

    fileprivate func matchLength(in text: [UInt8], _ range: Range<Int>) -> Int {
        for token in tokens {
            let length = literalLength(token, in: text, range, ignoresCase: ignoresCase)
            if length > 0 { return length }
        }
        let contraction = contractionLength(in: text, range, ignoresCase: ignoresCase)
        if contraction > 0 { return contraction }
        let letters = run(of: ignoresCase ? \.properties.generalCategory.isLetter : \.isLetter, in: text, range)
        if letters > 0 { return letters }
        let number = one(ignoresCase ? \.properties.generalCategory.isNumber : \.isNumber, in: text, range)
        if number > 0 { return number }
        return run(of: ignoresCase ? \.isOtherInAnyCase : \.isOther, in: text, range)
    }
}

extension Unicode.Scalar {
    /// `[^\s\p{L}\p{N}]`
    fileprivate var isOther: Bool { !properties.isWhitespace && !isLetter && !isNumber }

    /// The same, ignoring case: then U+0345, a mark, also counts as the letter iota.
    fileprivate var isOtherInAnyCase: Bool {
        let category = properties.generalCategory
        return !properties.isWhitespace && !category.isLetter && !category.isNumber && value != 0x345
    }
}

private let contractions = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"].map { Array($0.utf8) }

private func contractionLength(in text: [UInt8], _ range: Range<Int>, ignoresCase: Bool) -> Int {
    if text[range.lowerBound] != UInt8(ascii: "'") { return 0 }
    for contraction in contractions {
        let length = literalLength(contraction, in: text, range, ignoresCase: ignoresCase)
        if length > 0 { return length }
    }
    return 0
}

/// `wanted` is in lower case, as the text must be; if case is ignored, a long s matches s.
private func literalLength(_ wanted: [UInt8], in text: [UInt8], _ range: Range<Int>, ignoresCase: Bool) -> Int {
    var position = range.lowerBound
    for byte in wanted {
        if position < range.upperBound, text[position] == byte {
            position += 1
        } else if ignoresCase, byte == UInt8(ascii: "s"), text[position..<range.upperBound].starts(with: "ſ".utf8) {
            position += 2
        } else {
            return 0
        }
    }
    return position - range.lowerBound
}

private func one(_ isMember: (Unicode.Scalar) -> Bool, in text: [UInt8], _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let (scalar, length) = decodeScalar(text, at: range.lowerBound)
    return isMember(scalar) ? length : 0
}

private func run(of isMember: (Unicode.Scalar) -> Bool, in text: [UInt8], _ range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound {
        let (scalar, length) = decodeScalar(text, at: position)
        guard isMember(scalar) else { break }
        position += length
    }
    return position - range.lowerBound
}

/// Character classes as in the reference implementation. Its parts use different versions of Unicode, each of which has
/// no classes for newer characters.
extension Unicode.Scalar {
    /// The Unicode version of regular expressions.
    private static let versionOfExpressions = 16

    /// `\p{L}`
    var isLetter: Bool { properties.generalCategory.isLetter && isKnown(toUnicode: Self.versionOfExpressions) }

    /// `\p{N}`
    var isNumber: Bool { properties.generalCategory.isNumber && isKnown(toUnicode: Self.versionOfExpressions) }

    /// `\w`
    var isWordCharacter: Bool {
        guard isKnown(toUnicode: Self.versionOfExpressions) else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
    }

    // The rest uses Unicode 8 tables, with their errors.

    var isPunctuation: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x166D, 0x1_11C9: true
        default: properties.generalCategory.isPunctuation && isKnown(toUnicode: 8)
        }
    }

    /// The characters that BERT's cleaning drops, except the white space among them.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .privateUse: true
        case .format: isKnown(toUnicode: 8)
        default: value == 0xFFFD
        }
    }

    /// What BERT's cleaning considers accents.
    var isNonspacingMark: Bool {
        switch value {
        case 0x1734, 0x1_171E: true
        case 0x1885, 0x1886, 0xA9BD, 0x1_11C9: false
        default: properties.generalCategory == .nonspacingMark && isKnown(toUnicode: 8)
        }
    }

    /// What StripAccents considers accents.
    var isAccent: Bool {
        switch value {
        case 0x1CF2, 0x1CF3: true
        case 0x1_11C9: false
        default: isMark && isKnown(toUnicode: 9)
        }
    }
}

extension Unicode.GeneralCategory {
    var isLetter: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    var isNumber: Bool {
        switch self {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }

    var isPunctuation: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
