import Evoke
import EvokeValues

extension Option {
    static let root = Option(
        "--root", .text("NAME=PATH"),
        "Where a root of the library is on this machine, which remembers it; may be given several times "
            + "(libraries in a database)", mayRepeat: true)
}

extension Arguments {
    /// The library's places. Where roots are on this machine is said first.
    ///
    /// - Parameter enrolling: whether roots may be new, or get their names.
    func placesWithRoots(enrolling: Bool = false, _ terminal: Terminal) async throws -> LibraryConfiguration {
        let places = try places()
        let roots = try namedRoots()
        if !roots.isEmpty {
            try await PhotoLibrary.place(
                roots, in: places, enrolling: enrolling, upgrading: UpgradeDisplay(terminal).show)
        }
        return places
    }

    /// The same for commands that index, with what finds faces, and with whoever reads texts unless that is left out.
    func placesToIndex(enrolling: Bool = false, _ terminal: Terminal) async throws -> LibraryConfiguration {
        let wantsTexts = try wantsTexts()
        let places = try await placesWithRoots(enrolling: enrolling, terminal)
        return try await (wantsTexts ? places.readingTexts() : places).findingFaces()
    }

    func namedRoots() throws(UsageError) -> [NamedRoot] {
        var roots: [NamedRoot] = []
        for value in options where value.name == Option.root.name {
            let halves = value.value.bytes.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[1].isEmpty else {
                throw UsageError("Write '--root \(value.value.display)' as NAME=PATH, such as archive=/mnt/archive.")
            }
            guard let name = String(validating: halves[0], as: UTF8.self),
                let root = NamedRoot(name: name, place: FilePath(bytes: halves[1]))
            else {
                throw UsageError(
                    "'\(FilePath(bytes: halves[0]).display)' is no name of a root: take letters, digits, '-', '_' and '.', "
                        + "and begin with a letter or a digit.")
            }
            guard !roots.contains(where: { $0.name == name }) else {
                throw UsageError("The root '\(name)' is given twice.")
            }
            roots.append(root)
        }
        return roots
    }
}

extension Terminal {
    /// Says which roots nothing is done about here.
    func say(rootsElsewhere roots: [FilePath]) {
        guard !roots.isEmpty else { return }
        let names = roots.map { $0.display.dropLast() }.joined(separator: ", ")
        say("Left as it is, without a place on this machine: \(names). --root NAME=PATH says where one is.")
    }
}
