package import EvokePorts
package import EvokeValues

/// What a dump of Immich's database says about photos.
package struct ImmichDump: Sendable {
    private static let end = "-- PostgreSQL database dump complete"

    private let tables: ImmichTables

    /// Reads it from start to end, however long that takes.
    ///
    /// Throws if it cannot be read, is another program's, or is truncated.
    ///
    /// - Parameters:
    ///   - isWanted: returns nil once it is false.
    ///   - notify: gets how many bytes of the file were read, and its size, or 0 if unknown.
    package init?(
        _ file: DiskPath, while isWanted: () -> Bool, notify: (_ done: Int64, _ total: Int64) -> Void
    ) throws(EvokeError) {
        let lines = try DumpLines(file)
        var tables = ImmichTables()
        var (open, isRead, isFull, isWhole): (CopiedTable?, Bool, Bool, Bool) = (nil, false, false, false)
        try lines.forEach(notify: notify) { line throws(EvokeError) in
            guard isWanted() else { return false }
            guard let table = open else {
                open = CopiedTable(line)
                if line.starts(with: "\\connect ".utf8) { tables = ImmichTables() }
                isWhole = line.elementsEqual(Self.end.utf8)
                // A dump of a whole server has other databases after the one with photos.
                return !(isWhole && tables.hasPhotos)
            }
            if line.elementsEqual("\\.".utf8) {
                isRead = isRead || ImmichTables.reads(table.name)
                open = nil
            } else if ImmichTables.reads(table.name), let row = CopiedRow(line, of: table) {
                tables.take(row, of: table.name)
                isFull = !tables.hasRoom
            }
            return !isFull
        }
        guard isWanted() else { return nil }
        guard !isFull else { throw lines.refused("it has more photos than Evoke can hold in memory") }
        guard tables.hasPhotos else {
            throw lines.refused(isRead ? "it contains no photos" : "it contains no Immich tables")
        }
        guard isWhole else { throw lines.damaged("it is truncated") }
        self.tables = tables
    }

    /// The Immich users who have photos there, by the addresses they log in with.
    package var users: [String] { tables.owners }

    /// The photos this user added information to. Only the user's own albums count.
    package func photos(of user: String) -> [ImmichPhoto] { tables.photos(of: user) }
}

/// A photo in Immich, with the information added there.
package struct ImmichPhoto: Sendable {
    /// As Immich's server sees it, usually inside a container.
    package let path: DiskPath
    package let name: String
    /// In bytes; nil if not recorded.
    package let size: Int64?
    /// The SHA-1 of its content; for photos in external libraries, of their path.
    package let checksum: [UInt8]

    package var isFavorite = false
    /// Whether a PIN is needed to see it there.
    package var isLocked = false
    /// From 1 to 5, or -1 for a rejected photo.
    package var rating: Int?
    package var description: String?
    package var tags: [String] = []
    package var albums: [String] = []
    package var faces: [ImmichFace] = []

    var isMarked: Bool {
        isFavorite || isLocked || rating != nil || description != nil || !tags.isEmpty || !albums.isEmpty
            || !faces.isEmpty
    }
}

package struct ImmichFace: Sendable {
    package let name: String
    /// Its edges as fractions of the upright picture, from 0 to 1.
    let left, top, right, bottom: Double

    /// In a picture of this size; nil if it is outside.
    package func box(in size: PixelSize) -> Face.Box? {
        let (x, y) = (Int(nearest: left * Double(size.width)), Int(nearest: top * Double(size.height)))
        let width = Int(nearest: right * Double(size.width)) - x
        let height = Int(nearest: bottom * Double(size.height)) - y
        return width > 0 && height > 0 ? Face.Box(x: x, y: y, width: width, height: height) : nil
    }
}

/// Collects the rows of Immich's tables about photos. Tables and columns were renamed over the years, so each may have
/// either name.
struct ImmichTables {
    private struct Asset {
        let owner: ImmichID?
        let path: String
        let name: String
        let checksum: [UInt8]
        let isFavorite: Bool
        let isLocked: Bool
    }

    private struct Exif {
        let size: Int64?
        let description: String?
        let rating: Int?
    }

    private struct FoundFace {
        let person: ImmichID
        let left, top, right, bottom: Double
    }

    /// The memory limit for collected rows and their indexes. A million photos stay far below it.
    private static let mostBytes = 2 << 30
    private static let rowBytes = 100
    /// The longest possible path.
    private static let longestText = 4_096

    private var assets: [ImmichID: Asset] = [:]
    private var exif: [ImmichID: Exif] = [:]
    private var albums: [ImmichID: (name: String, owner: ImmichID?)] = [:]
    private var albumsOf: [ImmichID: [ImmichID]] = [:]
    private var tags: [ImmichID: String] = [:]
    private var tagsOf: [ImmichID: [ImmichID]] = [:]
    private var people: [ImmichID: String] = [:]
    private var facesOf: [ImmichID: [FoundFace]] = [:]
    private var users: [ImmichID: String] = [:]
    private var bytes = 0

    var hasRoom: Bool { bytes < Self.mostBytes }
    var hasPhotos: Bool { !assets.isEmpty }

    static func reads(_ table: String) -> Bool { keepers[table] != nil }

    mutating func take(_ row: CopiedRow, of table: String) { Self.keepers[table]?(&self, row) }

    private typealias Keeper = @Sendable (inout Self, CopiedRow) -> Void

    private static let keepers: [String: Keeper] = {
        let tables: [(names: [String], keep: Keeper)] = [
            (["asset", "assets"], { $0.keepAsset($1) }),
            (["asset_exif", "exif"], { $0.keepExif($1) }),
            (["asset_face", "asset_faces"], { $0.keepFace($1) }),
            (["album", "albums"], { $0.keepAlbum($1) }),
            (
                ["album_asset", "albums_assets_assets"],
                { $0.keepPair($1.id("assetId", "assetsId"), $1.id("albumId", "albumsId"), in: \.albumsOf) }
            ),
            (["tag", "tags"], { $0.keepText($1.id("id"), $1.text("value"), in: \.tags) }),
            (["tag_asset"], { $0.keepPair($1.id("assetId", "assetsId"), $1.id("tagId", "tagsId"), in: \.tagsOf) }),
            (["person"], { $0.keepText($1.id("id"), $1.text("name"), in: \.people) }),
            (["user", "users"], { $0.keepText($1.id("id"), $1.text("email"), in: \.users) }),
        ]
        // Cannot fail: no name is in two of these lines.
        return Dictionary(uniqueKeysWithValues: tables.flatMap { table in table.names.map { ($0, table.keep) } })
    }()

    private mutating func keepAsset(_ row: CopiedRow) {
        // Immich stores the film of a live photo as a hidden asset.
        guard let id = row.id("id"), let path = row.text("originalPath"), let checksum = row.bytes("checksum"),
            row.text("deletedAt") == nil, row.text("status") ?? "active" == "active",
            row.text("visibility") ?? "timeline" != "hidden", row.text("isVisible") ?? "t" == "t"
        else { return }
        let name = row.text("originalFileName") ?? ""
        assets[id] = Asset(
            owner: row.id("ownerId"), path: path, name: name, checksum: checksum,
            isFavorite: row.isTrue("isFavorite"), isLocked: row.text("visibility") == "locked")
        bytes += 2 * Self.rowBytes + path.utf8.count + name.utf8.count
    }

    private mutating func keepExif(_ row: CopiedRow) {
        guard let id = row.id("assetId") else { return }
        let words = row.text("description").flatMap { $0.isBlank ? nil : $0 }
        let rating = row.integer("rating").flatMap { (-1...5).contains($0) && $0 != 0 ? $0 : nil }
        exif[id] = Exif(size: row.integer("fileSizeInByte").map(Int64.init), description: words, rating: rating)
        bytes += Self.rowBytes + (words?.utf8.count ?? 0)
    }

    private mutating func keepAlbum(_ row: CopiedRow) {
        guard let id = row.id("id"), let name = row.text("albumName"), row.text("deletedAt") == nil else { return }
        albums[id] = (name, row.id("ownerId"))
        bytes += Self.rowBytes + name.utf8.count
    }

    private mutating func keepFace(_ row: CopiedRow) {
        guard let asset = row.id("assetId"), let person = row.id("personId"), row.text("deletedAt") == nil,
            let width = row.integer("imageWidth"), let height = row.integer("imageHeight"), width > 0, height > 0,
            let left = row.integer("boundingBoxX1"), let top = row.integer("boundingBoxY1"),
            let right = row.integer("boundingBoxX2"), let bottom = row.integer("boundingBoxY2")
        else { return }
        func share(_ place: Int, _ whole: Int) -> Double { min(max(Double(place) / Double(whole), 0), 1) }
        facesOf[asset, default: []].append(
            FoundFace(
                person: person, left: share(left, width), top: share(top, height), right: share(right, width),
                bottom: share(bottom, height)))
        bytes += Self.rowBytes
    }

    private mutating func keepText(
        _ id: ImmichID?, _ text: String?, in texts: WritableKeyPath<Self, [ImmichID: String]>
    ) {
        guard let id, let text, !text.isBlank, text.utf8.count <= Self.longestText else { return }
        self[keyPath: texts][id] = text
        bytes += Self.rowBytes + text.utf8.count
    }

    private mutating func keepPair(
        _ asset: ImmichID?, _ other: ImmichID?, in pairs: WritableKeyPath<Self, [ImmichID: [ImmichID]]>
    ) {
        guard let asset, let other else { return }
        self[keyPath: pairs][asset, default: []].append(other)
        bytes += Self.rowBytes
    }
}

extension ImmichTables {
    /// The addresses of users who have photos, sorted.
    var owners: [String] {
        Set(assets.values.compactMap { asset in asset.owner.map { users[$0] ?? "" } }).sorted()
    }

    /// A user's own photos that have information to import.
    func photos(of user: String) -> [ImmichPhoto] {
        func isOwn(_ owner: ImmichID?) -> Bool { owner.map { users[$0] ?? "" == user } ?? true }
        return assets.compactMap { id, asset in
            let exif = exif[id]
            var photo = ImmichPhoto(
                path: DiskPath(asset.path), name: asset.name, size: exif?.size, checksum: asset.checksum)
            photo.albums = (albumsOf[id] ?? []).compactMap { albums[$0] }.filter { isOwn($0.owner) }.map(\.name)
            if isOwn(asset.owner) {
                (photo.isFavorite, photo.isLocked) = (asset.isFavorite, asset.isLocked)
                (photo.rating, photo.description) = (exif?.rating, exif?.description)
                photo.tags = (tagsOf[id] ?? []).compactMap { tags[$0] }
                photo.faces = (facesOf[id] ?? []).compactMap { face in
                    people[face.person].map {
                        ImmichFace(name: $0, left: face.left, top: face.top, right: face.right, bottom: face.bottom)
                    }
                }
            }
            return photo.isMarked ? photo : nil
        }.sorted { $0.path < $1.path }
    }
}
