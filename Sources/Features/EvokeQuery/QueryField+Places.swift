package import EvokePorts
import EvokeValues

extension QueryField {
    static let place = QueryField(
        "place", "Taken in that city, region or country.", ["italy", "San Francisco"], .place,
        read: { value, _ throws(ValueProblem) in
            guard !value.unicodeScalars.contains("~") else {
                throw ValueProblem("place: takes no distance", "Write it as in near:rome~10km.")
            }
            return .part(.place(PlaceName(value.trimmed)))
        },
        write: { part in
            if case .place(let place) = part, place.meters == nil { place.name } else { nil }
        })

    static let near = QueryField(
        "near", "Taken within 10 km of a place, or within the distance given after ~.",
        ["rome", "rome~25km", "43.3,5.4~2km"], .place,
        read: { value, _ throws(ValueProblem) in
            let pieces = value.narrow.unicodeScalars.split(separator: "~", omittingEmptySubsequences: false)
            let name = (pieces.first.map { String($0) } ?? "").trimmed
            guard !name.isEmpty, pieces.count <= 2 else {
                throw ValueProblem("near: takes a place and a distance", "Write them as in near:rome~10km.")
            }
            let meters = pieces.count == 1 ? usualDistance : try distance(String(pieces[1]))
            let numbers = name.split(separator: ",", omittingEmptySubsequences: false).map { Number.read($0) }
            guard numbers.count > 1, !numbers.contains(nil) else {
                return .part(.place(PlaceName(name, meters: meters)))
            }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                let point = Coordinates(latitude: latitude, longitude: longitude)
            else {
                throw ValueProblem(
                    "that is not a place on Earth",
                    "Write degrees north and east with decimal points, as in near:43.3,5.4, or a name.")
            }
            return .part(.test(.near(point, meters: meters)))
        },
        write: { part in
            switch part {
            case .place(let place): place.meters.map { "\(place.name)~\(text($0))" }
            case .test(.near(let point, let meters)):
                "\(Number.text(point.latitude)),\(Number.text(point.longitude))~\(text(meters))"
            default: nil
            }
        })

    private static let usualDistance = 10_000.0
    /// Half of the earth's circumference, with some margin.
    private static let furthest = 20_100_000.0
    private static let units = [("km", 1_000.0), ("mi", 1_609.344), ("m", 1.0)]

    private static func distance(_ text: String) throws(ValueProblem) -> Double {
        let text = text.lowercased().trimmed
        guard let unit = units.first(where: { text.hasSuffix($0.0) }),
            let number = Number.read(text.dropLast(unit.0.count)), number > 0, number * unit.1 <= furthest
        else {
            throw ValueProblem(
                "that is not a distance", "Write it in m, km or mi, as in near:rome~10km, up to 20,100 km.")
        }
        return number * unit.1
    }

    private static func text(_ meters: Double) -> String {
        let kilometers = meters / 1_000
        return kilometers >= 1 && kilometers.rounded() == kilometers
            ? "\(Number.text(kilometers))km" : "\(Number.text(meters))m"
    }
}

extension QueryField {
    static let box = QueryField(
        "box", "Taken in an area of the map, given by its southwestern and northeastern corners.",
        ["38.6,-9.3..38.8,-9"], .number,
        read: { value, _ throws(ValueProblem) in
            guard let box = CoordinateBox(parsing: value) else {
                throw ValueProblem(
                    "that is not an area of the map",
                    "Write degrees north and east of two corners, the southwestern first, as in "
                        + "box:38.6,-9.3..38.8,-9.")
            }
            return .part(.test(.box(box)))
        }, write: { if case .test(.box(let box)) = $0 { "\(box)" } else { nil } })
}

extension CoordinateBox {
    /// As in a query; otherwise nil.
    package init?(parsing text: String) {
        let corners = text.narrow.split(separator: "..", omittingEmptySubsequences: false)
        guard corners.count == 2 else { return nil }
        var numbers: [Double] = []
        for corner in corners {
            let pair = corner.split(separator: ",", omittingEmptySubsequences: false).map { Number.read($0) }
            guard pair.count == 2, let latitude = pair[0], let longitude = pair[1] else { return nil }
            numbers += [latitude, longitude]
        }
        self.init(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    }
}
