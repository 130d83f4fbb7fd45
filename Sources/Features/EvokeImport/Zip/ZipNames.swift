/// Names of files in a ZIP, each of which there is once, also where capitals do not count.
package struct ZipNames: Sendable {
    private var taken: Set<String> = []

    /// None is taken.
    package init() {}

    /// The name of a file in those folders, with a number in it where it is taken. Whatever the names are, it leads nowhere
    /// but below the folder that the ZIP is unpacked in.
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

    /// One piece of a path. A backslash parts folders elsewhere.
    private static func safe(_ piece: String) -> String {
        let scalars = piece.unicodeScalars.map { scalar in
            "/\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control ? "_" : scalar
        }
        let safe = String(String.UnicodeScalarView(scalars))
        return ["", ".", ".."].contains(safe) ? "_" : safe
    }
}
