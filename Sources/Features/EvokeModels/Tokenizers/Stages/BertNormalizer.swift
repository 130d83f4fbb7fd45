/// BERT's text normalization.
struct BertNormalizer: Sendable, Equatable {
    private let cleansText: Bool
    private let separatesChinese: Bool
    private let stripsAccents: Bool
    private let lowercases: Bool

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        cleansText = try node["clean_text"].bool()
        separatesChinese = try node["handle_chinese_chars"].bool()
        lowercases = try node["lowercase"].bool()
        stripsAccents = try node["strip_accents"].bool(default: lowercases)
    }

    init(lowercases: Bool, stripsAccents: Bool?, separatesChinese: Bool) {
        self.cleansText = true
        self.separatesChinese = separatesChinese
        self.stripsAccents = stripsAccents ?? lowercases
        self.lowercases = lowercases
    }

    func apply(to text: inout NormalizedText) {
        if cleansText {
            text.rewrite { scalar, result in
                if "\t\n\r".unicodeScalars.contains(scalar) {
                    result.append(UInt8(ascii: " "))
                } else if !scalar.isControl {
                    result += scalar.properties.isWhitespace ? UTF8.encode(" ")! : UTF8.encode(scalar)!
                }
            }
        }
        if separatesChinese {
            text.rewrite { scalar, result in
                if scalar.isChinese { result.append(UInt8(ascii: " ")) }
                result += UTF8.encode(scalar)!
                if scalar.isChinese { result.append(UInt8(ascii: " ")) }
            }
        }
        if stripsAccents {
            text.bytes = UnicodeForm.nfd.normalize(text.bytes)
            text.rewrite { if !$0.isNonspacingMark { $1 += UTF8.encode($0)! } }
        }
        if lowercases { Normalizer.lowercase.apply(to: &text) }
    }
}

extension Unicode.Scalar {
    /// Whether BERT treats it as a word of its own.
    fileprivate var isChinese: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x2_0000...0x2_A6DF, 0x2_A700...0x2_B73F, 0x2_B740...0x2_B81F,
            0x2_B920...0x2_CEAF, 0xF900...0xFAFF, 0x2_F800...0x2_FA1F:
            true
        default: false
        }
    }
}
