/// File names in a ZIP, unique even where case is ignored.
package struct ZipNames: Sendable {
    private var taken: Set<String> = []

    package init() {}

    /// The name of a file in those folders, with a number if the name is taken. Whatever the names are, the path stays
    /// below the folder where the ZIP is unpacked.
    package mutating func name(of file: String, in folders: [String]) -> String {
        let folder = folders.map { Self.safe($0) + "/" }.joined()
        let file = Self.safe(file)
        let dot = file.lastIndex(of: ".").flatMap { $0 > file.startIndex ? $0 : nil } ?? file.endIndex
        var (name, number) = (folder + file, 1)
        while !taken.insert(name.lowercased()).inserted {
            number += 1
            name = "\(folder)\(file[..<dot]) (\(number))\(file[dot...])"
        }
        return name
    }

    /// One component of a path. Other systems treat a backslash as a separator.
    private static func safe(_ piece: String) -> String {
        let scalars = piece.unicodeScalars.map { scalar in
            "/\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control ? "_" : scalar
        }
        let safe = String(String.UnicodeScalarView(scalars))
        return ["", ".", ".."].contains(safe) ? "_" : safe
    }
}
