import EvokeValues

/// Collects the rows of Immich's tables about photos. Tables and columns were renamed over the years, so each may have
/// either name.
struct ImmichTables {
    private struct Asset {
        let owner: ImmichID?
        let path: String
        let name: String
        let checksum: [UInt8]
        let isFavourite: Bool
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
            isFavourite: row.isTrue("isFavorite"), isLocked: row.text("visibility") == "locked")
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
                path: FilePath(asset.path), name: asset.name, size: exif?.size, checksum: asset.checksum)
            photo.albums = (albumsOf[id] ?? []).compactMap { albums[$0] }.filter { isOwn($0.owner) }.map(\.name)
            if isOwn(asset.owner) {
                (photo.isFavourite, photo.isLocked) = (asset.isFavourite, asset.isLocked)
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
