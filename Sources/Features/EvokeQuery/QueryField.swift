import EvokePorts
import EvokeValues

/// A field of the query language. Parsing, completion and documentation all use this table.
package struct QueryField: Sendable {
    /// The kind of value after the colon.
    package enum Kind: Hashable, Sendable {
        /// A day, a month, a year, words for them, or a range.
        case date
        /// Text as people or cameras wrote it.
        case text
        /// A number, or a range of numbers.
        case number
        /// One of these words.
        case choice([String])
        /// The name of a place, or coordinates.
        case place
        /// A photo, by its number or its file.
        case photo
    }

    /// What a value means.
    enum Meaning: Hashable {
        case part(SearchQuery.Part)
        /// Nil for the default order.
        case order(PhotoOrder?)
        case showsAll
    }

    /// Without the colon: `date`.
    package let name: String
    /// What it searches for, in one plain sentence.
    package let summary: String
    /// Values as they may be written after the colon, without quotes.
    package let examples: [String]
    /// The kind of value it takes.
    package let kind: Kind
    /// Whether its results reveal who is in photos.
    package let tellsOfPeople: Bool

    let read: @Sendable (String, CivilTime) throws(ValueProblem) -> Meaning
    /// The canonical value; nil for parts of other fields.
    let write: @Sendable (SearchQuery.Part) -> String?

    init(
        _ name: String, _ summary: String, _ examples: [String], _ kind: Kind, tellsOfPeople: Bool = false,
        read: @escaping @Sendable (String, CivilTime) throws(ValueProblem) -> Meaning,
        write: @escaping @Sendable (SearchQuery.Part) -> String? = { _ in nil }
    ) {
        (self.name, self.summary, self.examples, self.kind) = (name, summary, examples, kind)
        (self.tellsOfPeople, self.read, self.write) = (tellsOfPeople, read, write)
    }

    /// All fields, in the order in which they are shown.
    package static let all: [QueryField] = [
        .date, .place, .near, .box, .day, .camera, .lens, .folder, .file, .type, .length, .rating, .tag, .album, .mark,
        .title, .text, .person, .people, .size, .shape, .color, .like, .sort, .fits,
    ]

    private static let byName = Dictionary(
        all.map { ($0.name, $0) } + [("colour", .color), ("keyword", .tag)], uniquingKeysWith: { first, _ in first })
    static let longestName = byName.keys.map(\.count).max() ?? 0

    /// The field with that name, ignoring case.
    package static func named(_ name: String) -> QueryField? { byName[name.lowercased()] }
}

extension QueryField {
    /// A field whose value is literal text.
    fileprivate static func text(
        _ name: String, _ summary: String, _ examples: [String], _ test: @escaping @Sendable (String) -> PhotoTest,
        _ text: @escaping @Sendable (PhotoTest) -> String?
    ) -> QueryField {
        QueryField(name, summary, examples, .text) { value, _ in
            .part(.test(test(value)))
        } write: { part in
            if case .test(let test) = part { text(test) } else { nil }
        }
    }

    /// A field whose value is one of a few words.
    private static func choice(
        _ name: String, _ summary: String, _ choices: [String], _ meaning: @escaping @Sendable (String) -> Meaning?,
        write: @escaping @Sendable (SearchQuery.Part) -> String? = { _ in nil }
    ) -> QueryField {
        QueryField(
            name, summary, choices, .choice(choices),
            read: { value, _ throws(ValueProblem) in
                let folded = value.lowercased()
                guard choices.contains(folded), let meaning = meaning(folded) else {
                    let guess = Spelling.nearest(to: folded, among: choices)
                    throw ValueProblem(
                        "\(name): takes \(choices.joined(separator: ", "))",
                        guess.map { "Did you mean '\(name):\($0)'?" } ?? "Write one of these.")
                }
                return meaning
            }, write: write)
    }

    private static let camera = text(
        "camera", "Taken with a camera whose name contains that text.", ["x100", "Nikon D750"], { .camera($0) },
        { if case .camera(let text) = $0 { text } else { nil } })

    private static let lens = text(
        "lens", "Taken with a lens whose name contains that text.", ["50mm", "f/1.8"], { .lens($0) },
        { if case .lens(let text) = $0 { text } else { nil } })

    private static let file = text(
        "file", "In a file with that name; * matches any letters and ? matches one.", ["IMG_4711", "IMG_*.jpg"],
        { .fileName($0) }, { if case .fileName(let text) = $0 { text } else { nil } })

    private static let tag = text(
        "tag", "With that keyword or tag, written in full.", ["family", "black and white"], { .keyword($0) },
        { if case .keyword(let text) = $0 { text } else { nil } })

    private static let album = text(
        "album", "In the album with that name, written in full.", ["Italy 2019", "best of"], { .album($0) },
        { if case .album(let name) = $0 { name } else { nil } })

    private static let mark = choice(
        "is", "One of your favorites; or hidden, which other queries leave out.",
        ["favourite", "favorite", "hidden"], { .part(.test($0 == "hidden" ? .hidden : .favorite)) },
        write: { part in
            switch part {
            case .test(.favorite): "favourite"
            case .test(.hidden): "hidden"
            default: nil
            }
        })

    private static let title = text(
        "title", "With a title that contains that text.", ["wedding", "first day"], { .title($0) },
        { if case .title(let text) = $0 { text } else { nil } })

    private static let folder = QueryField(
        "in", "In a folder with that name or path, or in a folder below it.", ["Holidays/", "2019/Italy"], .text,
        read: { value, _ throws(ValueProblem) in
            let names = value.unicodeScalars.split(separator: "/").map { String($0) }
            guard !names.isEmpty, !names.contains(where: { $0 == "." || $0 == ".." || $0.isBlank }) else {
                throw ValueProblem("in: takes folder names", "Write them as in in:Holidays or in:2019/Italy.")
            }
            return .part(.test(.folder(names)))
        }, write: { if case .test(.folder(let names)) = $0 { names.joined(separator: "/") } else { nil } })

    private static let type = QueryField(
        "type", "In a file of that kind.", PhotoFormat.allCases.map(\.rawValue),
        .choice(PhotoFormat.allCases.map(\.rawValue)),
        read: { value, _ throws(ValueProblem) in
            let name = value.lowercased()
            guard let format = PhotoFormat(rawValue: name) ?? PhotoFormat(ending: name) else {
                let known = PhotoFormat.allCases
                let guess = Spelling.nearest(to: name, among: known.map(\.rawValue) + known.flatMap(\.endings))
                throw ValueProblem(
                    "Evoke does not read such files",
                    guess.map { "Did you mean 'type:\($0)'?" }
                        ?? "Write one of \(known.map(\.rawValue).joined(separator: ", ")).")
            }
            // Each maker's raw files are a kind of their own.
            return .part(.test(.fileEnding(format == .raw && name != "raw" ? [name] : format.endings)))
        },
        write: { part in
            guard case .test(.fileEnding(let endings)) = part else { return nil }
            return PhotoFormat.allCases.first { $0.endings == endings }?.rawValue ?? endings.first ?? ""
        })

    private static let shape = choice(
        "shape", "With that shape when upright.", PhotoShape.allCases.map(\.rawValue),
        { PhotoShape(rawValue: $0).map { .part(.test(.shape($0))) } },
        write: { if case .test(.shape(let shape)) = $0 { shape.rawValue } else { nil } })

    private static let like = QueryField(
        "like", "Similar to a photo in the library, given by its number, or to a file.", ["4711", "Pictures/dog.jpg"],
        .photo,
        read: { value, _ throws(ValueProblem) in
            guard value.utf8.allSatisfy({ (48...57).contains($0) }) else { return .part(.like(.file(DiskPath(value)))) }
            guard let number = Int64(value) else {
                throw ValueProblem("no photo has that number", "Write the number of a photo, or the path of a file.")
            }
            return .part(.like(.number(PhotoID(number))))
        },
        write: { part in
            switch part {
            case .like(.number(let photo)): String(photo.value)
            case .like(.file(let file)): String(decoding: file.bytes, as: UTF8.self)
            default: nil
            }
        })

    private static let sort = choice(
        "sort", "In that order, instead of best first, or newest first if nothing is ranked.",
        ["best"] + PhotoOrder.allCases.map(\.rawValue), { .order(PhotoOrder(rawValue: $0)) })

    private static let fits = choice(
        "fits", "Includes photos that do not fit.", ["all"], { _ in .showsAll })
}

extension QueryField {
    /// Words only, without anything that the full-text index lacks.
    static let text = QueryField(
        "text", "With these words in the picture, in this order.", ["gate 12", "exit"], .text,
        read: { value, _ throws(ValueProblem) in
            guard !TextTerm.all(in: value).isEmpty else {
                throw ValueProblem("text: takes words", "Write them as in text:exit or text:\"gate 12\".")
            }
            return .part(.test(.pictureText(value)))
        }, write: { if case .test(.pictureText(let text)) = $0 { text } else { nil } })
}
