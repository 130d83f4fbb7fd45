import EvokeSystem
public import EvokeValues
import Foundation

/// Small graphs of each kind that is run, with what LiteRT answers. Made by Tools/fixtures/graph_fixtures.py.
public enum SampleGraph {
    public static func file(_ name: String) throws -> DiskPath { try folder().appending(name) }

    /// Well-formed files that ask for what there is not.
    public static func hostile() throws -> [DiskPath] {
        let folder = try folder().appending("hostile")
        return try FileSystem.names(in: folder).map(folder.appending)
    }

    /// What LiteRT gives for `pattern`, by the name of the file.
    public static func golden() throws -> [String: [Float]] {
        let bytes = try FileSystem.read(folder().appending("golden.json"))
        return try JSONDecoder().decode([String: [Float]].self, from: Data(bytes))
    }

    /// Numbers from 0 to 250, as the golden answers are made from.
    public static func pattern(_ count: Int) -> [Int] { (0..<count).map { ($0 * $0 + $0 * 37 + 11) % 251 } }

    private static func folder() throws -> DiskPath {
        guard let resources = Bundle.module.resourcePath else {
            throw Installed.Missing(description: "the tests were built without their fixtures")
        }
        return DiskPath(resources).appending("Graphs")
    }
}
