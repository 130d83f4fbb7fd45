import EvokePorts
import EvokeValues

extension Tags {
    var rating: Int? {
        ["Xmp.xmp.Rating", "Exif.Image.Rating"].lazy.compactMap { text($0).flatMap { Double($0) } }
            .first { (-1...5).contains($0) }.map { Int(nearest: $0) }
    }

    var title: String? {
        text(
            "Xmp.dc.title", "Iptc.Application2.ObjectName", "Xmp.photoshop.Headline", "Iptc.Application2.Headline",
            FilmKeys.title)
            ?? windows("Exif.Image.XPTitle").flatMap { Text.line($0) }
    }

    var description: String? {
        let keys = [
            "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription", TakeoutKeys.description,
            FilmKeys.description,
        ]
        for key in keys {
            for bytes in bytes(key) {
                if let text = Text.paragraphs(Text.decode(bytes)), !Self.isCamerasOwn(text) { return text }
            }
        }
        return windows("Exif.Image.XPComment").flatMap { Text.paragraphs($0) }
    }

    /// In the order of the file; each level of a hierarchy is a keyword of its own.
    var keywords: [String] {
        let plain = ["Xmp.dc.subject", "Iptc.Application2.Keywords", TakeoutKeys.people]
            .flatMap { bytes($0).map(Text.decode) }
        let fromWindows = (windows("Exif.Image.XPKeywords") ?? "").split(separator: ";").map(String.init)
        let levels = [("Xmp.lr.hierarchicalSubject", "|"), ("Xmp.digiKam.TagsList", "/")].flatMap { key, separator in
            bytes(key).flatMap { Text.decode($0).split(separator: separator).map(String.init) }
        }
        return Self.merged([plain + fromWindows + levels])
    }

    /// The fields that mark it as picked; unset values do not count.
    var picks: Set<PickField> {
        Set(
            PickField.allCases.filter { field in
                let (name, _, none) = SidecarNames.pick(field)
                return text(SidecarNames.key(name)).map { $0 != none } ?? false
            })
    }

    /// The names of the collections that contain it.
    var albums: [String] {
        values.keys.filter {
            $0.hasPrefix("\(SidecarNames.key(SidecarNames.albums))[") && $0.hasSuffix("/mwg-coll:CollectionName")
        }
        .compactMap { text($0) }
    }

    /// Merges keywords that differ only in case, and limits their number.
    static func merged(_ lists: [[String]]) -> [String] {
        var seen: Set<String> = []
        var kept: [String] = []
        for keyword in lists.joined() where kept.count < mostKeywords {
            guard let keyword = Text.line(keyword, limit: 100), seen.insert(keyword.lowercased()).inserted else {
                continue
            }
            kept.append(keyword)
        }
        return kept
    }

    private static let mostKeywords = 500

    private func windows(_ key: String) -> String? {
        bytes(key).first.map(Text.decodeUTF16)
    }

    /// Whether it is one of the descriptions that cameras fill in by default.
    private static func isCamerasOwn(_ text: String) -> Bool {
        let text = text.uppercased()
        return text.hasSuffix("DIGITAL CAMERA") || text.hasPrefix("DCIM\\") || text.hasPrefix("DCIM/")
            || ["SONY DSC", "EXIF_JPEG_PICTURE", "DEFAULT", "DIGITAL IMAGE"].contains(text)
    }
}

/// Regions of the Metadata Working Group, which digiKam, Lightroom and Picasa read and write.
extension Tags {
    /// Further regions are ignored.
    private static let mostRegions = 400

    /// Faces with a name, in the order of the file.
    var faces: [FaceRegion] {
        (1...Self.mostRegions).lazy.map { "Xmp.mwg-rs.Regions/mwg-rs:RegionList[\($0)]" }
            .prefix { region in values.keys.contains { $0.hasPrefix(region) } }.compactMap { face($0) }
    }

    /// Nil for pets, focus points and codes, and for unnamed faces.
    private func face(_ region: String) -> FaceRegion? {
        func number(_ key: String) -> Double? { text("\(region)/mwg-rs:Area/stArea:\(key)").flatMap { Double($0) } }
        guard let name = text("\(region)/mwg-rs:Name"), text("\(region)/mwg-rs:Type") ?? "Face" == "Face",
            text("\(region)/mwg-rs:Area/stArea:unit") ?? "normalized" == "normalized",
            let x = number("x"), let y = number("y"), let width = number("w"), let height = number("h")
        else { return nil }
        return FaceRegion(name: name, x: x, y: y, width: width, height: height)
    }
}
