#if Import
import EvokeSystem
package import EvokeValues
import Foundation

/// What Google Takeout's JSON files in a folder say apart from photos' metadata: the favorites, and the album that the
/// folder is.
package struct TakeoutFolder: Sendable {
    private static let longest = 1_000_000

    /// Nil if the folder is not an album, such as one for a year.
    package let album: String?
    package let favorites: [DiskPath]

    /// Throws if the folder cannot be read. Other JSON files are ignored.
    ///
    /// - Parameter photos: those in the folder.
    package init(_ folder: DiskPath, photos: [DiskPath]) throws(EvokeError) {
        let files = try FileSystem.names(in: folder).map { folder.appending($0) }.filter {
            PhotoNames.isSidecar($0) && !PhotoNames.isXMP($0)
        }
        let names = TakeoutNames(files)
        var (favorites, ofPhotos): ([DiskPath], Set<DiskPath>) = ([], [])
        for photo in photos {
            let records = names.files(of: photo)
            ofPhotos.formUnion(records)
            if records.contains(where: { Self.record(in: $0)?.favorited == true }) { favorites.append(photo) }
        }
        self.favorites = favorites
        album = files.sorted().filter { !ofPhotos.contains($0) }.lazy.compactMap { Self.record(in: $0)?.album }.first
    }

    private static func record(in file: DiskPath) -> TakeoutRecord? {
        // Unreadable files are ignored.
        guard let bytes = try? FileSystem.read(file, most: longest) else { return nil }
        // As above.
        return try? JSONDecoder().decode(TakeoutRecord.self, from: Data(bytes))
    }
}

/// For a photo or an album.
private struct TakeoutRecord: Decodable {
    struct Album: Decodable { let title: String? }
    /// Only its presence matters.
    struct Time: Decodable {}

    let favorited: Bool?
    let title: String?
    let photoTakenTime: Time?
    /// Older exports have an album's title in it.
    let albumData: Album?

    /// A photo's record has a title as well, the name of its file.
    var album: String? {
        guard photoTakenTime == nil, let title = albumData?.title ?? title else { return nil }
        let controls: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        let shown = title.unicodeScalars.map { controls.contains($0.properties.generalCategory) ? " " : $0 }
        let name = String(String.UnicodeScalarView(shown.prefix(Mark.longestName)))
        return name.isBlank || name.wholeMatch(of: /Photos from \d{4}/) != nil ? nil : name
    }
}
#endif
