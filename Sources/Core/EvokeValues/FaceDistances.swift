/// The distances between faces that matter for one recognizer.
public struct FaceDistances: Hashable, Sendable, Codable {
    /// Two groups are merged up to this root mean square over all pairs between them.
    public let group: Double
    /// Two single faces count as the same person up to this.
    public let pair: Double
    /// Beyond this, the owner is not asked.
    public let doubt: Double

    /// Nothing is checked.
    public init(group: Double, pair: Double, doubt: Double) {
        (self.group, self.pair, self.doubt) = (group, pair, doubt)
    }

    /// For dlib's network, chosen on half of a set of people and measured on the rest
    /// (`docs/decisions/0038-people.md`).
    package static let dlib = FaceDistances(group: 0.54, pair: 0.57, doubt: 0.65)

    /// Whether they are positive, finite and in ascending order.
    package var areSound: Bool { 0 < group && group <= pair && pair <= doubt && doubt.isFinite }
}

/// As catalogs store them.
extension FaceDistances {
    package var text: String { "\(group) \(pair) \(doubt)" }

    /// Nil if it is not a valid text.
    package init?(text: String) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 3 else { return nil }
        self.init(group: numbers[0], pair: numbers[1], doubt: numbers[2])
        guard areSound else { return nil }
    }
}
