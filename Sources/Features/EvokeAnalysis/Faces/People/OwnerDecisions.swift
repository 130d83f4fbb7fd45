/// What the owner said about faces and persons. All of it holds at once, whatever Evoke thinks; what is taken out has
/// never been said.
package struct OwnerDecisions: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package let first: PersonNumber
        package let second: PersonNumber

        /// The order says nothing.
        package init(_ one: PersonNumber, _ other: PersonNumber) {
            (first, second) = (min(one, other), max(one, other))
        }
    }

    /// This face is that person. Where the owner took it from somebody else, `refused` has that one, or else both may become
    /// one as soon as they look alike.
    package var placed: [FaceNumber: PersonNumber] = [:]
    /// This face is none of those persons. Where it is placed with one of them, that counts.
    package var refused: [FaceNumber: Set<PersonNumber>] = [:]
    /// These have a name, or were chosen otherwise.
    package var kept: Set<PersonNumber> = []
    /// These are two.
    package var different: Set<Pair> = []
    /// Strangers whom the owner does not want to see.
    package var hidden: Set<PersonNumber> = []

    package init() {}

    /// All that were spoken of: of these, the owner and not Evoke says who they are.
    package var spokenOf: Set<PersonNumber> {
        var numbers = kept.union(hidden).union(placed.values)
        for persons in refused.values { numbers.formUnion(persons) }
        for pair in different { numbers.formUnion([pair.first, pair.second]) }
        return numbers
    }
}
