package import EvokePorts
package import EvokeValues

/// Writes sidecars like other photo programs. Exiv2 reads them before and after, to verify that nothing else changed.
package struct Exiv2Sidecars: SidecarWriting {
    package init() {}

    package func sidecar(
        at path: DiskPath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8] {
        do throws(SidecarProblem) {
            return try Self.text(bytes, adding: additions)
        } catch {
            throw EvokeError(
                .damaged, doing: "add to the sidecar", subject: path.display, reason: error.reason,
                remedy: "Add it in the program that wrote the sidecar.")
        }
    }

    private static func text(_ bytes: [UInt8]?, adding additions: SidecarAdditions) throws(SidecarProblem) -> [UInt8] {
        var edit = try SidecarEdit(bytes)
        let before = try bytes.map { bytes throws(SidecarProblem) in try Tags.of(sidecar: bytes) } ?? Tags()
        edit.isSaid = { before.values[SidecarNames.key($0)] != nil }
        try edit.withdraw(additions.withdrawn)
        try edit.add(additions)
        let known = before.faces
        try edit.add(additions.faces.filter { face in !known.contains(where: face.meets) }, in: additions.picture)
        let text = try edit.text()
        guard text != bytes else { return text }
        let after = try Tags.of(sidecar: text)
        let keys = edit.touched.map(SidecarNames.key)
        func others(_ tags: Tags) -> PhotoTags.Values {
            tags.values.filter { one in !keys.contains(where: one.key.hasPrefix) }
        }
        guard before.isTruncated || after.isTruncated || others(before) == others(after) else { throw .loss }
        return text
    }
}

enum SidecarNames {
    static let rating = "xmp:Rating"
    static let description = "dc:description"
    static let keywords = "dc:subject"
    /// Collections of the Metadata Working Group.
    static let albums = "mwg-coll:Collections"
    /// digiKam's and Lightroom's hierarchical keywords, with the separator of levels.
    static let lists = [("digiKam:TagsList", "/"), ("lr:hierarchicalSubject", "|")]
    /// How digiKam and Lightroom store that a photo is picked, and that it is neither picked nor rejected.
    static func pick(_ field: PickField) -> (name: String, value: String, none: String) {
        switch field {
        case .pickLabel: ("digiKam:PickLabel", "3", "0")
        case .pick: ("xmpDM:pick", "1", "0")
        case .good: ("xmpDM:good", "true", "")
        }
    }

    /// Exiv2's key: `Xmp.dc.subject` for `dc:subject`.
    static func key(_ name: String) -> String { "Xmp.\(name.replacing(":", with: ".", maxReplacements: 1))" }
}

extension SidecarEdit {
    fileprivate mutating func withdraw(_ withdrawal: SidecarWithdrawal) throws(SidecarProblem) {
        if let rating = withdrawal.rating { try withdraw(SidecarNames.rating, .text("\(rating)")) }
        if let words = withdrawal.description { try withdraw(SidecarNames.description, inDefaultLanguage(words)) }
        for field in withdrawal.picks {
            let (name, value, _) = SidecarNames.pick(field)
            try withdraw(name, .text(value))
        }
    }

    fileprivate mutating func add(_ additions: SidecarAdditions) throws(SidecarProblem) {
        let withdrawn = additions.withdrawn
        try changeTexts(SidecarNames.keywords, without: withdrawn.keywords, with: additions.keywords)
        // Programs with a list of their own read no other.
        for (name, separator) in SidecarNames.lists {
            let words = additions.keywords.filter { !$0.contains(separator) }
            try changeTexts(name, without: withdrawn.keywords, with: words, isOptional: true)
        }
        if let rating = additions.rating {
            try withdraw(SidecarNames.rating, .text("0"))
            try add(SidecarNames.rating, .text("\(rating)"))
        }
        for field in PickField.allCases where additions.picks.contains(field) {
            let (name, value, none) = SidecarNames.pick(field)
            try withdraw(name, .text(none))
            try add(name, .text(value))
        }
        try changeCollections(without: withdrawn.albums, with: additions.albums)
        if let title = additions.title { try add("dc:title", inDefaultLanguage(title)) }
        if let words = additions.description { try add(SidecarNames.description, inDefaultLanguage(words)) }
        if let taken = additions.taken { try add("photoshop:DateCreated", .text(taken.description)) }
        guard let place = additions.place else { return }
        try add("exif:GPSLatitude", .text(Self.degrees(place.latitude, "N", "S")))
        try add("exif:GPSLongitude", .text(Self.degrees(place.longitude, "E", "W")))
        guard let altitude = place.altitude else { return }
        try add("exif:GPSAltitude", .text("\(Int(nearest: abs(altitude) * 100))/100"))
        try add("exif:GPSAltitudeRef", .text(altitude < 0 ? "1" : "0"))
    }

    private mutating func changeTexts(
        _ name: String, without gone: [String], with new: [String], isOptional: Bool = false
    ) throws(SidecarProblem) {
        func said(_ item: XMPValue) -> [UInt8]? { if case .text(let text) = item.content { text } else { nil } }
        try change(list: name, without: gone, with: new, isOptional: isOptional, { XMPValue(content: .text($0)) }, said)
    }

    private mutating func changeCollections(without gone: [String], with new: [String]) throws(SidecarProblem) {
        let name = schemas["mwg-coll:CollectionName"]
        try change(list: SidecarNames.albums, without: gone, with: new) {
            XMPValue(content: .fields([XMPField(name: name, value: XMPValue(content: .text($0)))]))
        } _: {
            guard case .fields(let fields) = $0.content, let field = fields.first(where: { $0.name == name }),
                case .text(let text) = field.value.content
            else { return nil }
            return text
        }
    }

    /// Appends faces to those that are there.
    fileprivate mutating func add(_ faces: [FaceRegion], in picture: PixelSize?) throws(SidecarProblem) {
        guard !faces.isEmpty else { return }
        let dimensions = picture.map { picture in
            structure([
                ("stDim:w", .text("\(picture.width)")), ("stDim:h", .text("\(picture.height)")),
                ("stDim:unit", .text("pixel")),
            ])
        }
        let regions = faces.map { face in
            let numbers = [("x", face.x), ("y", face.y), ("w", face.width), ("h", face.height)]
            let area = numbers.map { ("stArea:\($0)", XMPValue.text("\(($1 * 1e6).rounded() / 1e6)")) }
            return structure([
                ("mwg-rs:Name", .text(face.name)), ("mwg-rs:Type", .text("Face")),
                ("mwg-rs:Area", structure(area + [("stArea:unit", .text("normalized"))])),
            ])
        }
        try extend(
            "mwg-rs:Regions", dimensions.map { [("mwg-rs:AppliedToDimensions", $0)] } ?? [], list: "mwg-rs:RegionList",
            with: regions)
    }

    private func structure(_ fields: [(String, XMPValue)]) -> XMPValue {
        XMPValue(content: .fields(fields.map { XMPField(name: schemas[$0], value: $1) }))
    }

    private func inDefaultLanguage(_ text: String) -> XMPValue {
        var value = XMPValue.text(text)
        value.qualifiers = [XMPField(name: schemas["xml:lang"], value: .text("x-default"))]
        return XMPValue(content: .items(schemas.languages, [value]))
    }

    /// In XMP's format, such as `48,51.492300N`.
    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let millionths = Int(nearest: abs(value) * 60_000_000)
        let (minutes, rest) = (millionths / 1_000_000, millionths % 1_000_000)
        let fraction = String(repeating: "0", count: 6 - "\(rest)".count) + "\(rest)"
        return "\(minutes / 60),\(minutes % 60).\(fraction)\(value < 0 ? negative : positive)"
    }
}
