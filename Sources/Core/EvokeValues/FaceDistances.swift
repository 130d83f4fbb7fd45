/// Which distances between faces mean something, for one recogniser.
public struct FaceDistances: Hashable, Sendable, Codable {
    /// Two groups are one up to this: the root of the mean square over all pairs between them.
    public let group: Double
    /// Two faces alone are taken for the same person's up to this.
    public let pair: Double
    /// Beyond this, nobody is asked.
    public let doubt: Double

    /// Made by whoever describes a recogniser; nothing is checked.
    public init(group: Double, pair: Double, doubt: Double) {
        (self.group, self.pair, self.doubt) = (group, pair, doubt)
    }

    /// For dlib's network, chosen on half of a set of people and measured on the rest (`docs/decisions/0038-people.md`).
    package static let dlib = FaceDistances(group: 0.54, pair: 0.57, doubt: 0.65)

    /// Each is above 0, and none below the one before.
    package var areSound: Bool { 0 < group && group <= pair && pair <= doubt && doubt.isFinite }
}

/// As catalogues keep them.
extension FaceDistances {
    package var text: String { "\(group) \(pair) \(doubt)" }

    /// Nil for what is no text of them.
    package init?(text: String) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 3 else { return nil }
        self.init(group: numbers[0], pair: numbers[1], doubt: numbers[2])
        guard areSound else { return nil }
    }
}
