import EvokeSystem
import EvokeValues

/// Files that come with the program that runs.
enum ProgramResources {
    /// Where `path` is; where it would be, if it is nowhere.
    static func find(_ path: String, in resources: FilePath?) -> FilePath {
        let folders = resources.map { [FileSystem.absolute($0)] } ?? ofProgram
        let places = folders.map { $0.appending(path) }
        return places.first { !FileSystem.isMissing($0) } ?? places.first ?? FilePath(path)
    }

    /// The program's folder, the bundles that the package manager puts into it, and what was installed with it.
    private static var ofProgram: [FilePath] {
        guard let program = FileSystem.resolve(OwnProcess.program), let folder = program.parent else {
            return []
        }
        // What is looked for there is missed where it is needed.
        let files = ((try? FileSystem.names(in: folder)) ?? []).map(folder.appending)
        let bundles = files.filter { $0.suffix == "resources" }
        let shared = folder.parent.map { [$0.appending("share").appending(program.name)] } ?? []
        return [folder] + bundles.sorted() + shared
    }
}
