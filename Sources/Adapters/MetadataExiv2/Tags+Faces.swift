import EvokeValues

/// Regions of the Metadata Working Group, which digiKam, Lightroom and Picasa read and write.
enum RegionKeys {
    static let list = "Xmp.mwg-rs.Regions/mwg-rs:RegionList"

    static func region(_ number: Int) -> String { "\(list)[\(number)]" }
}

extension Tags {
    /// Further regions are ignored.
    private static let mostRegions = 400

    /// The number of regions of any kind.
    var regionCount: Int {
        var count = 0
        while count < Self.mostRegions,
            values.keys.contains(where: { $0.hasPrefix(RegionKeys.region(count + 1)) })
        {
            count += 1
        }
        return count
    }

    /// Faces with a name, in the order of the file.
    var faces: [FaceRegion] { (0..<regionCount).compactMap { face(RegionKeys.region($0 + 1)) } }

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
