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

    /// In the order of the file, the levels of hierarchies as keywords of their own.
    var keywords: [String] {
        let plain = ["Xmp.dc.subject", "Iptc.Application2.Keywords", TakeoutKeys.people]
            .flatMap { bytes($0).map(Text.decode) }
        let fromWindows = (windows("Exif.Image.XPKeywords") ?? "").split(separator: ";").map(String.init)
        let levels = [("Xmp.lr.hierarchicalSubject", "|"), ("Xmp.digiKam.TagsList", "/")].flatMap { key, separator in
            bytes(key).flatMap { Text.decode($0).split(separator: separator).map(String.init) }
        }
        return Self.merged([plain + fromWindows + levels])
    }

    /// The fields that say whether it is picked; what stands for no word does not count.
    var picks: Set<PickField> {
        Set(
            PickField.allCases.filter { field in
                let (name, _, none) = SidecarNames.pick(field)
                return text(SidecarNames.key(name)).map { $0 != none } ?? false
            })
    }

    /// The names of the collections that it is in.
    var albums: [String] {
        values.keys.filter {
            $0.hasPrefix("\(SidecarNames.key(SidecarNames.albums))[") && $0.hasSuffix("/mwg-coll:CollectionName")
        }
        .compactMap { text($0) }
    }

    /// Each keyword once, however it is capitalised, and not more of them than anybody would give.
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

    /// What cameras fill the description in with says nothing of the photo.
    private static func isCamerasOwn(_ text: String) -> Bool {
        let text = text.uppercased()
        return text.hasSuffix("DIGITAL CAMERA") || text.hasPrefix("DCIM\\") || text.hasPrefix("DCIM/")
            || ["SONY DSC", "EXIF_JPEG_PICTURE", "DEFAULT", "DIGITAL IMAGE"].contains(text)
    }
}
