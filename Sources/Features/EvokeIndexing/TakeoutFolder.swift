import EvokeSystem
package import EvokeValues
import Foundation

/// What Google Takeout's JSON in one folder says of its photos that is no fact of theirs: which are favourites, and the
/// album that the folder is.
package struct TakeoutFolder: Sendable {
    private static let longest = 1_000_000

    /// Nil where the folder is no album, as those of a year are none.
    package let album: String?
    package let favourites: [FilePath]

    /// Throws where the folder cannot be read. Files that are no JSON of Takeout's say nothing.
    ///
    /// - Parameter photos: those in the folder.
    package init(_ folder: FilePath, photos: [FilePath]) throws(EvokeError) {
        let files = try FileSystem.names(in: folder).map { folder.appending($0) }.filter {
            PhotoNames.isSidecar($0) && !PhotoNames.isXMP($0)
        }
        let names = TakeoutNames(files)
        var (favourites, ofPhotos): ([FilePath], Set<FilePath>) = ([], [])
        for photo in photos {
            let notes = names.files(of: photo)
            ofPhotos.formUnion(notes)
            if notes.contains(where: { Self.record(in: $0)?.favorited == true }) { favourites.append(photo) }
        }
        self.favourites = favourites
        album = files.sorted().filter { !ofPhotos.contains($0) }.lazy.compactMap { Self.record(in: $0)?.album }.first
    }

    private static func record(in file: FilePath) -> TakeoutRecord? {
        // What cannot be read, or is none, says nothing.
        guard let bytes = try? FileSystem.read(file, most: longest) else { return nil }
        // As above.
        return try? JSONDecoder().decode(TakeoutRecord.self, from: Data(bytes))
    }
}

/// Of a photo, or of an album.
private struct TakeoutRecord: Decodable {
    struct Album: Decodable { let title: String? }
    /// What is in it, nobody asks.
    struct Time: Decodable {}

    let favorited: Bool?
    let title: String?
    let photoTakenTime: Time?
    /// Older exports have an album's title in it.
    let albumData: Album?

    /// A photo's note has a title as well, which is the name of its file.
    var album: String? {
        guard photoTakenTime == nil, let title = albumData?.title ?? title else { return nil }
        let shown = title.unicodeScalars.map { $0.properties.generalCategory.isOfControl ? " " : $0 }
        let name = String(String.UnicodeScalarView(shown.prefix(Mark.longestName)))
        return name.isBlank || name.wholeMatch(of: /Photos from \d{4}/) != nil ? nil : name
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isOfControl: Bool { self == .control || self == .lineSeparator || self == .paragraphSeparator }
}
