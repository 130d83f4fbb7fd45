import EvokePorts
import EvokeValues

extension QueryField {
    /// The fields whose values are suggested for plain words.
    static var allInWords: [QueryField] { ["tag", "album", "camera", "in", "date"].compactMap(named) }

    /// The trait with the field's values in a library.
    var trait: PhotoTrait? {
        switch name {
        case "date": .time
        case "camera": .camera
        case "lens": .lens
        case "in": .folder
        case "type": .fileEnding
        case "rating": .rating
        case "tag": .keyword
        case "album": .album
        case "shape": .shape
        case "color": .color
        default: nil
        }
    }

    /// Whether a value matches every name that contains it.
    var isPartOfName: Bool { name == "camera" || name == "lens" }

    /// The library's values that begin with the text, the most frequent first.
    func completions(of text: String, _ known: KnownValues) -> [Completion] {
        let values = trait.flatMap { known.values[$0] } ?? []
        let start = Array(text.utf8)
        func matching(_ values: [PhotoValue]) -> [Completion] {
            values.filter { $0.folded.hasWord(beginning: start) }.map {
                Completion(.value, self, $0.text, count: $0.count)
            }
        }
        return switch name {
        case "date":
            (values.filter { $0.folded.hasPrefix(text) } + MonthPhrases.beginning(text, among: values)).map {
                Completion(.date, self, $0.text, count: $0.count)
            }
        case "in": folders(of: text, values).mostFrequentFirst()
        case "type":
            PhotoFormat.values(of: values).filter { PhotoFormat.isMeant($0.text, by: text) }.map {
                Completion(.value, self, $0.text, count: $0.count)
            }
        case "rating": matching(values.map { $0.text == "-1" ? PhotoValue("rejected", count: $0.count) : $0 })
        case "color":
            ColorWords.beginning(text).compactMap { color, word in
                values.first { $0.text == color.rawValue }.map {
                    Completion(.value, self, word, count: $0.count)
                }
            }.mostFrequentFirst()
        case "person":
            (known.people ?? []).filter { $0.folded.hasWord(beginning: start) }.map { Completion(.person, self, $0) }
        case "sort", "fits", "is": examples.filter { $0.hasPrefix(text) }.map { Completion(.value, self, $0) }
        default: matching(values)
        }
    }

    /// Folder names, one or more separated by slashes, up to the end of the last one begun.
    private func folders(of text: String, _ values: [PhotoValue]) -> [Completion] {
        let start = Array(text.utf8)
        var counts: [String: (text: String, count: Int)] = [:]
        for folder in values where text.isEmpty || folder.folded.hasWord(beginning: start) {
            var seen: Set<String> = []
            let names = folder.folded.split(separator: "/")
            // The names as written; if folding changed the slashes, the folded names.
            let split = folder.text.split(separator: "/")
            let written = split.count == names.count ? split : names
            let depth = text.split(separator: "/", omittingEmptySubsequences: false).count
            for first in names.indices where first + depth <= names.count {
                let range = first..<first + depth
                let key = names[range].joined(separator: "/")
                guard key.hasPrefix(text), seen.insert(key).inserted else { continue }
                counts[key, default: (written[range].joined(separator: "/"), 0)].count += folder.count
            }
        }
        return counts.sorted { $0.key < $1.key }.map { Completion(.value, self, $1.text, count: $1.count) }
    }

    /// Splits a range being typed into what precedes its end, and that end.
    func ends(_ typed: String) -> (kept: String, rest: String) {
        guard kind == .date || kind == .number else { return ("", typed) }
        for sign in ["..", ">=", "<=", ">", "<"] {
            guard let found = typed.firstRange(of: sign), sign == ".." || found.lowerBound == typed.startIndex else {
                continue
            }
            return (String(typed[..<found.upperBound]), String(typed[found.upperBound...]))
        }
        return ("", typed)
    }
}

extension KnownValues {
    /// How many photos have a camera or a lens whose name contains that value.
    func count(of completion: Completion) -> Int? {
        guard completion.count != nil, let trait = completion.field.trait else { return completion.count }
        let part = completion.value.folded
        return values[trait]?.reduce(0) { $0 + ($1.folded.contains(part) ? $1.count : 0) }
    }
}

extension PhotoFormat {
    /// The kinds of files by their file extensions, and each maker's raw files.
    fileprivate static func values(of endings: [PhotoValue]) -> [PhotoValue] {
        var counts: [String: Int] = [:]
        for ending in endings {
            guard let format = PhotoFormat(ending: ending.text) else { continue }
            counts[format.rawValue, default: 0] += ending.count
            if format == .raw { counts[ending.text, default: 0] += ending.count }
        }
        return counts.map { PhotoValue($0, count: $1) }.mostFrequentFirst()
    }

    /// Whether the name of a kind, or one of its file extensions, begins with the text: `jpg` is a JPEG. Raw file
    /// extensions are kinds themselves.
    fileprivate static func isMeant(_ name: String, by text: String) -> Bool {
        let format = PhotoFormat(rawValue: name)
        let endings = format == .raw ? [] : format?.endings ?? []
        return ([name] + endings).contains { $0.hasPrefix(text) }
    }
}

extension QuerySyntax {
    /// A value with the quote it was begun with, unless the value contains that quote.
    static func completed(_ text: String, after quote: Unicode.Scalar?) -> String {
        guard let quote else { return whole(text) }
        guard quote != "\"", let ends = quotes[quote], let end = ends.max(),
            !text.unicodeScalars.contains(where: ends.contains)
        else { return quoted(text) }
        return string([quote] + text.unicodeScalars + [end])
    }
}

extension String {
    /// Whether one of its words begins with that UTF-8. Both are folded.
    func hasWord(beginning start: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { text in
            guard text.count >= start.count else { return false }
            return (0...text.count - start.count).contains { place in
                guard place == 0 || Self.isBoundary(text[place - 1]) else { return false }
                return start.indices.allSatisfy { text[place + $0] == start[$0] }
            }
        }
    }

    private static func isBoundary(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 97...122, 0x80...: false
        default: true
        }
    }
}
