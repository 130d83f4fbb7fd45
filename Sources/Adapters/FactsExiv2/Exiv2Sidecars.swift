import EvokeCExiv2
import EvokePorts
package import EvokeValues

/// Writes sidecars as other photo programs do.
package struct Exiv2Sidecars: SidecarWriting {
    package init() {}

    package func sidecar(
        at path: FilePath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8] {
        var text: [UInt8] = []
        let lines = additions.lines + additions.regions(beside: bytes.map(Tags.of(xmp:)) ?? Tags())
        let code = Self.with(lines) { lines in
            withUnsafeMutablePointer(to: &text) { text in
                evoke_xmp_with(
                    bytes ?? [], bytes?.count ?? 0, lines, lines.count,
                    { context, bytes, count in
                        context!.assumingMemoryBound(to: [UInt8].self).pointee = Array(
                            UnsafeBufferPointer(start: bytes, count: count))
                    }, text)
            }
        }
        guard code == EVOKE_TAGS_READ, !text.isEmpty else {
            throw EvokeError(
                .damaged, doing: "add to the sidecar", subject: path.display,
                reason: "it cannot be read, or says what would be lost",
                remedy: "Add it by hand, in the program that wrote the sidecar.")
        }
        return text
    }

    private static func with<Result>(
        _ lines: [SidecarLine], _ body: ([EvokeXmpAddition]) -> Result
    ) -> Result {
        var additions: [EvokeXmpAddition] = []
        func go(_ rest: ArraySlice<SidecarLine>) -> Result {
            guard let line = rest.first else { return body(additions) }
            return line.key.withCString { key in
                line.value.withCString { value in
                    additions.append(EvokeXmpAddition(key: key, value: value, kind: line.kind))
                    return go(rest.dropFirst())
                }
            }
        }
        return go(lines[...])
    }
}

private struct SidecarLine {
    let key: String
    let value: String
    let kind: EvokeXmpKind
}

extension SidecarLine {
    /// Where it stands there, it goes.
    init(without value: String, in key: String) { self.init(key: key, value: value, kind: EVOKE_XMP_WITHDRAWN) }
}

enum SidecarKeys {
    static let rating = "Xmp.xmp.Rating"
    static let description = "Xmp.dc.description"
    /// Collections of the Metadata Working Group.
    static let albums = "Xmp.mwg-coll.Collections"
    /// digiKam's and Lightroom's keywords, with what parts their levels.
    static let lists = [("Xmp.digiKam.TagsList", "/"), ("Xmp.lr.hierarchicalSubject", "|")]
    /// How digiKam and Lightroom note that a photo is picked, and that it is neither picked nor rejected.
    static func pick(_ field: PickField) -> (key: String, value: String, none: String) {
        switch field {
        case .pickLabel: ("Xmp.digiKam.PickLabel", "3", "0")
        case .pick: ("Xmp.xmpDM.pick", "1", "0")
        case .good: ("Xmp.xmpDM.good", "true", "")
        }
    }
}

extension SidecarWithdrawal {
    fileprivate var lines: [SidecarLine] {
        var lines = keywords.flatMap { keyword in
            (["Xmp.dc.subject"] + SidecarKeys.lists.map(\.0)).map { SidecarLine(without: keyword, in: $0) }
        }
        if let rating { lines.append(SidecarLine(without: "\(rating)", in: SidecarKeys.rating)) }
        if let description { lines.append(SidecarLine(without: description, in: SidecarKeys.description)) }
        lines += picks.map(SidecarKeys.pick).map { SidecarLine(without: $0.value, in: $0.key) }
        return lines
            + albums.map {
                SidecarLine(key: SidecarKeys.albums, value: $0, kind: EVOKE_XMP_COLLECTION_WITHDRAWN)
            }
    }
}

extension SidecarAdditions {
    fileprivate var lines: [SidecarLine] {
        var lines = withdrawn.lines
        for keyword in keywords {
            lines.append(SidecarLine(key: "Xmp.dc.subject", value: keyword, kind: EVOKE_XMP_ONE_OF_SEVERAL))
            // Where other programs have a list of their own, they read no other.
            for (key, separator) in SidecarKeys.lists where !keyword.contains(separator) {
                lines.append(SidecarLine(key: key, value: keyword, kind: EVOKE_XMP_ONE_MORE))
            }
        }
        func add(_ key: String, _ value: String?, _ kind: EvokeXmpKind = EVOKE_XMP_TEXT) {
            if let value { lines.append(SidecarLine(key: key, value: value, kind: kind)) }
        }
        if rating != nil { lines.append(SidecarLine(without: "0", in: SidecarKeys.rating)) }
        add(SidecarKeys.rating, rating.map { "\($0)" })
        for (key, value, none) in picks.sorted(by: { $0.rawValue < $1.rawValue }).map(SidecarKeys.pick) {
            lines.append(SidecarLine(without: none, in: key))
            add(key, value)
        }
        lines += albums.map { SidecarLine(key: SidecarKeys.albums, value: $0, kind: EVOKE_XMP_COLLECTION) }
        add("Xmp.dc.title", title, EVOKE_XMP_TEXT_OF_LANGUAGES)
        add(SidecarKeys.description, description, EVOKE_XMP_TEXT_OF_LANGUAGES)
        add("Xmp.photoshop.DateCreated", taken?.description)
        if let place {
            add("Xmp.exif.GPSLatitude", Self.degrees(place.latitude, "N", "S"))
            add("Xmp.exif.GPSLongitude", Self.degrees(place.longitude, "E", "W"))
            if let altitude = place.altitude {
                add("Xmp.exif.GPSAltitude", "\(Int(nearest: abs(altitude) * 100))/100")
                add("Xmp.exif.GPSAltitudeRef", altitude < 0 ? "1" : "0")
            }
        }
        return lines
    }

    /// The faces that have no name there yet, behind those that have.
    fileprivate func regions(beside known: Tags) -> [SidecarLine] {
        let there = known.faces
        let new = faces.filter { face in !there.contains(where: face.meets) }
        guard !new.isEmpty else { return [] }
        var lines = [SidecarLine(key: RegionKeys.all, value: "", kind: EVOKE_XMP_STRUCTURE)]
        if let picture {
            lines.append(SidecarLine(key: RegionKeys.dimensions, value: "", kind: EVOKE_XMP_STRUCTURE))
            for (key, value) in [("w", "\(picture.width)"), ("h", "\(picture.height)"), ("unit", "pixel")] {
                let key = "\(RegionKeys.dimensions)/stDim:\(key)"
                lines.append(SidecarLine(key: key, value: value, kind: EVOKE_XMP_TEXT))
            }
        }
        lines.append(SidecarLine(key: RegionKeys.list, value: "", kind: EVOKE_XMP_LIST_OF_STRUCTURES))
        for (number, face) in new.enumerated() {
            let region = RegionKeys.region(known.regionCount + number + 1)
            lines.append(SidecarLine(key: region, value: "", kind: EVOKE_XMP_STRUCTURE))
            lines += [("mwg-rs:Name", face.name), ("mwg-rs:Type", "Face")].map {
                SidecarLine(key: "\(region)/\($0)", value: $1, kind: EVOKE_XMP_TEXT)
            }
            let area = "\(region)/mwg-rs:Area"
            lines.append(SidecarLine(key: area, value: "", kind: EVOKE_XMP_STRUCTURE))
            let numbers = [("x", face.x), ("y", face.y), ("w", face.width), ("h", face.height)].map {
                ($0, "\(($1 * 1e6).rounded() / 1e6)")
            }
            lines += (numbers + [("unit", "normalized")]).map {
                SidecarLine(key: "\(area)/stArea:\($0)", value: $1, kind: EVOKE_XMP_TEXT)
            }
        }
        return lines
    }

    /// `48,51.492300N`, as XMP has it.
    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let millionths = Int(nearest: abs(value) * 60_000_000)
        let (minutes, rest) = (millionths / 1_000_000, millionths % 1_000_000)
        let fraction = String(repeating: "0", count: 6 - "\(rest)".count) + "\(rest)"
        return "\(minutes / 60),\(minutes % 60).\(fraction)\(value < 0 ? negative : positive)"
    }
}
