import EvokeSystem
import EvokeValues

/// Files that come with the running program.
enum ProgramResources {
    /// The location of `path`, or where it would be if it does not exist.
    static func find(_ path: String, in resources: FilePath?) -> FilePath {
        let folders = resources.map { [FileSystem.absolute($0)] } ?? ofProgram
        let places = folders.map { $0.appending(path) }
        return places.first { !FileSystem.isMissing($0) } ?? places.first ?? FilePath(path)
    }

    /// The program's folder, the package manager's bundles in it, and what was installed with it.
    private static var ofProgram: [FilePath] {
        guard let program = FileSystem.resolve(OwnProcess.program), let folder = program.parent else {
            return []
        }
        // Missing files are noticed when they are needed.
        let files = ((try? FileSystem.names(in: folder)) ?? []).map(folder.appending)
        let bundles = files.filter { $0.suffix == "resources" }
        let shared = folder.parent.map { [$0.appending("share").appending(program.name)] } ?? []
        return [folder] + bundles.sorted() + shared
    }
}
