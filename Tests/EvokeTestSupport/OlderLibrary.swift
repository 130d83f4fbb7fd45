import EvokeSystem
public import EvokeValues
import Foundation

/// A library of the format before today's, with its photos and its model. Tests/EvokeTestSupport/Libraries/README.md says
/// how it was made.
public struct OlderLibrary: Sendable {
    public static let format = 20

    public let folder: FilePath
    public let photos: FilePath
    private let model: FilePath

    /// Puts all of it into `home`.
    public init(in home: TemporaryFolder) throws {
        guard let resources = Bundle.module.resourcePath else {
            throw Installed.Missing(description: "the tests were built without their fixtures")
        }
        let fixtures = FilePath(resources).appending("Libraries")
        folder = home.path.appending("library")
        photos = home.path.appending("photos")
        model = try PublishedModel.folder("hub-clip")
        try FileSystem.makeFolder(folder, isPrivate: true)
        let packed = fixtures.appending("format\(Self.format).sqlite.gz").display
        try Shell.output(
            of: "gzip -dc '\(packed)' >'\(folder.display)/library.sqlite' "
                + "&& cp -r '\(fixtures.display)/photos' '\(photos.display)'")
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
