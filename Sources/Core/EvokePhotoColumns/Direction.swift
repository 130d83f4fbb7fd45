import EvokeSystem
import EvokeValues

/// Where something lies from the middle of the Earth, one unit away: near and far are told with a few multiplications.
struct Direction {
    private let x, y, z: Double

    static let none = Direction(x: .nan, y: .nan, z: .nan)
    private static let metresToTheMiddle = 6_371_008.8

    private init(x: Double, y: Double, z: Double) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    init(_ coordinates: Coordinates) {
        let (latitude, longitude) = (coordinates.latitude * .pi / 180, coordinates.longitude * .pi / 180)
        let flat = Mathematics.cos(latitude)
        self.init(
            x: flat * Mathematics.cos(longitude), y: flat * Mathematics.sin(longitude),
            z: Mathematics.sin(latitude))
    }

    /// The square of the straight way to another; no number where either is nowhere.
    func squaredChord(to other: Direction) -> Double {
        let (x, y, z) = (x - other.x, y - other.y, z - other.z)
        return x * x + y * y + z * z
    }

    /// The same for two places that are so far from each other on the ground.
    static func squaredChord(metres: Double) -> Double {
        guard metres >= 0 else { return -1 }
        let half = Mathematics.sin(min(metres / metresToTheMiddle, .pi) / 2)
        return 4 * half * half
    }
}
