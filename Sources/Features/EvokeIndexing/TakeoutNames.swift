import EvokeValues

/// Which of a folder's JSON files Google Takeout wrote for which photo: `a.jpg.json`, or
/// `a.jpg.supplemental-metadata.json`, which it truncates to 46 characters and `.json`. A second `a.jpg` is `a(1).jpg`,
/// with `a.jpg(1).json`. An edited photo shares the original's file.
struct TakeoutNames {
    private static let addition = "supplemental-metadata"
    private static let longestName = 46
    /// How names of edited photos end, in the language of the owner's account.
    private static let edited = [
        "-edited", "-bearbeitet", "-modifié", "-editado", "-ha editado", "-modificato", "-bewerkt", "-edytowane",
        "-redigerad", "-redigeret", "-muokattu", "-upraveno", "-düzenlendi", "-編集済み", "-已修改", "-수정됨",
    ]

    private struct Key: Hashable {
        let name: FoldedName
        /// 0 if there is none.
        let number: Int
    }

    private let files: [Key: [DiskPath]]

    init(_ files: [DiskPath]) {
        var byKey: [Key: [DiskPath]] = [:]
        for file in files.sorted() {
            for key in Set(Self.keys(ofJSON: Self.text(file.name))) { byKey[key, default: []].append(file) }
        }
        self.files = byKey
    }

    func files(of photo: DiskPath) -> [DiskPath] {
        guard !files.isEmpty else { return [] }
        let name = Self.text(photo.name)
        for key in Self.keys(ofPhoto: name) {
            if let found = files[key] { return found }
        }
        return []
    }

    /// The most likely first: a name may contain a number of its own.
    private static func keys(ofPhoto name: String) -> [Key] {
        let stem = stem(of: name)
        let suffix = name.dropFirst(stem.count)
        var names: [(String, Int)] = [(name, 0)]
        let (bare, number) = numbered(stem)
        if number > 0 { names.append((bare + suffix, number)) }
        if let end = edited.first(where: bare.lowercased().hasSuffix) {
            names.append((String(bare.dropLast(end.count)) + suffix, number))
        }
        return names.flatMap { name, number in
            [key(name, number)] + (name.count > longestName ? [key(String(name.prefix(longestName)), number)] : [])
        }
    }

    private static func keys(ofJSON name: String) -> [Key] {
        let stem = stem(of: name)
        let (bare, number) = numbered(stem)
        return [(stem, 0), (bare, number)].flatMap { name, number in
            guard let end = name.lastIndex(of: "."), addition.hasPrefix(name[name.index(after: end)...]) else {
                return [key(name, number)]
            }
            return [key(name, number), key(String(name[..<end]), number)]
        }
    }

    private static func key(_ name: String, _ number: Int) -> Key {
        Key(name: FoldedName(Array(name.utf8)[...]), number: number)
    }

    /// `a(1)` is `a` and 1.
    private static func numbered(_ name: String) -> (String, Int) {
        guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex,
            let number = Int(name[name.index(after: open)...].dropLast()), number > 0
        else { return (name, 0) }
        return (String(name[..<open]), number)
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self) }
}
