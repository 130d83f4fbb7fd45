import EvokeValues

/// Commands and options that were renamed. The old names work until 1.1.
enum OldNames {
    /// Old words and new ones. An option is found anywhere after its command; a longer name comes before a shorter one.
    static let all: KeyValuePairs = [
        "tag": "mark tag",
        "favourite": "mark favorite",
        "favorite": "mark favorite",
        "rate": "mark rate",
        "caption": "mark caption",
        "hide": "mark hide",
        "undo": "mark undo",
        "show": "photo show",
        "text": "photo text",
        "faces": "photo faces",
        "classify": "photo classify",
        "run": "models run",
        "embed": "models embed",
        "models pull": "models download",
        "models catalogue list": "models catalog",
        "models catalogue": "models catalog",
        "searches --remove": "saved remove",
        "searches": "saved",
        "status": "library status",
        "doctor": "library check",
        "forget": "library forget",
        "share --end": "share remove",
        "schedule --off": "schedule off",
        "config write-xmp sidecars": "config write-xmp on",
    ]

    /// The words with the new name in place of an old one, and what to tell the user; nil if the name is current.
    static func replaced(in words: [DiskPath]) -> (words: [DiskPath], notice: String)? {
        for (old, new) in all {
            var name = old.split(separator: " ").map(String.init)
            let option = name.last?.hasPrefix("-") == true ? name.removeLast() : nil
            guard words.prefix(name.count).map(\.display) == name else { continue }
            var rest = Array(words.dropFirst(name.count))
            if let option {
                let end = rest.firstIndex { $0.display == "--" } ?? rest.endIndex
                guard
                    let place = rest[..<end].firstIndex(where: { $0.display.split(separator: "=").first == option[...] }
                    )
                else { continue }
                let value = rest[place].bytes.dropFirst(option.utf8.count + 1)
                rest.replaceSubrange(place...place, with: value.isEmpty ? [] : [DiskPath(bytes: value)])
            }
            return (
                new.split(separator: " ").map { DiskPath(String($0)) } + rest,
                "'evoke \(old)' is now 'evoke \(new)'; the old name goes away in 1.1."
            )
        }
        return nil
    }

    static func current(_ name: String) -> String {
        let words = name.split(separator: " ").map { DiskPath(String($0)) }
        return replaced(in: words)?.words.map(\.display).joined(separator: " ") ?? name
    }
}
