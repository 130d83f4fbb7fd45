import EvokeSystem
public import EvokeValues
import Foundation

/// A library of the format before today's, with its photos and its model. Tests/EvokeTestSupport/Libraries/README.md says
/// how it was made.
public struct OlderLibrary: Sendable {
    public static let format = 21

    public let folder: DiskPath
    public let photos: DiskPath
    private let model: DiskPath

    /// Puts all of it into `home`.
    public init(in home: TemporaryFolder) throws {
        folder = home.path.appending("library")
        photos = home.path.appending("photos")
        model = try PublishedModel.folder("hub-clip")
        try FileSystem.makeFolder(folder, isPrivate: true)
        try Self.unpack("format\(Self.format).sqlite", to: folder.appending("library.sqlite"))
        try Shell.output(of: "cp -r '\(Self.fixtures().display)/photos' '\(photos.display)'")
    }

    /// Unpacks one of the fixtures.
    public static func unpack(_ name: String, to file: DiskPath) throws {
        try Shell.output(of: "gzip -dc '\(fixtures().appending(name + ".gz").display)' >'\(file.display)'")
    }

    private static func fixtures() throws -> DiskPath {
        guard let resources = Bundle.module.resourcePath else {
            throw Installed.Missing(description: "the tests were built without their fixtures")
        }
        return DiskPath(resources).appending("Libraries")
    }

    /// Statements that tell the library where its photos and its model lie now, and of what files. It is of its format
    /// all the same, and nothing else in it is another but for the checksums of what is moved.
    public func moving() throws -> String {
        let place = "/tmp/evoke-older/photos"
        var sql = "UPDATE settings SET value = '\(model.display)' WHERE name = 'model';"
        for (table, column) in [("roots", "path"), ("folders", "path")] {
            sql += """
                UPDATE \(table) SET \(column)
                    = CAST(replace(CAST(\(column) AS TEXT), '\(place)', '\(photos.display)') AS BLOB);
                """
        }
        for name in ["cut.png", "dated.jpg", "described.jpg", "more/copy.jpg", "nothing.jpg", "plain.png"] {
            let file = photos.appending(name)
            guard let status = FileSystem.status(of: file), let folder = file.parent else { continue }
            let stamp = FileStamp(status)
            sql += """
                UPDATE photos SET size = \(stamp.size), modified = \(stamp.modifiedNanoseconds), inode = \(stamp.inode)
                WHERE CAST(name AS TEXT) = '\(String(decoding: file.name, as: UTF8.self))'
                    AND folder = (SELECT id FROM folders WHERE CAST(path AS TEXT) = '\(folder.display)');
                """
        }
        // They are made anew with the upgrade.
        for table in ["settings", "roots", "folders", "photos", "models"] {
            sql += "UPDATE \(table) SET checksum = NULL;"
        }
        return sql
    }
}
