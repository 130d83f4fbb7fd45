import EvokeSystem
import EvokeValues

/// A circle on the earth. Latitude alone rules out most points; the others take a few multiplications.
struct MapCircle {
    private static let metresToTheMiddle = 6_371_008.8
    /// One unit of a `MapPoint` as an angle: around the earth, and from pole to pole.
    private static let eastwards = 2 * Double.pi / Double(UInt32.max)
    private static let northwards = Double.pi / Double(UInt32.max)

    private let middle: MapPoint
    /// The length of a parallel there, relative to the equator.
    private let shrinking: Double
    private let latitudes: (from: Int64, to: Int64)
    /// The square of half the chord, on a unit sphere.
    private let most: Double

    init(_ middle: Coordinates, metres: Double) {
        self.middle = MapPoint(middle)
        shrinking = Self.shrinking(at: self.middle)
        // A negative radius contains nothing.
        let angle = metres >= 0 ? min(metres / Self.metresToTheMiddle, .pi) : 0
        let half = Mathematics.sin(angle / 2)
        most = metres >= 0 ? half * half : -1
        // Cannot fail: it is at most the way from pole to pole.
        let reach = Int64(angle / Self.northwards) + 2
        latitudes = (Int64(self.middle.latitude) - reach, Int64(self.middle.latitude) + reach)
    }

    @inline(__always)
    func contains(_ point: MapPoint) -> Bool {
        let latitude = Int64(point.latitude)
        guard latitudes.from <= latitude, latitude <= latitudes.to, point != .none else { return false }
        let northwards = Self.sine(abs(Double(latitude - Int64(middle.latitude))) * Self.northwards / 2)
        // The shorter way around.
        let difference = Int32(bitPattern: point.longitude &- middle.longitude)
        let eastwards = Self.sine(abs(Double(difference)) * Self.eastwards / 2)
        return northwards * northwards + shrinking * Self.shrinking(at: point) * eastwards * eastwards <= most
    }

    @inline(__always)
    private static func shrinking(at point: MapPoint) -> Double {
        let angle = Double(point.latitude) * northwards
        return sine(min(angle, .pi - angle))
    }

    /// For angles up to a right angle, accurate to some billionths. The C library's takes several times as long.
    @inline(__always)
    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1 - square * (1 / 156.0)
        sum = 1 - square * (1 / 110.0) * sum
        sum = 1 - square * (1 / 72.0) * sum
        sum = 1 - square * (1 / 42.0) * sum
        sum = 1 - square * (1 / 20.0) * sum
        return angle * (1 - square * (1 / 6.0) * sum)
    }
}
