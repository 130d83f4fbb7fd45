/// The owner's decisions about faces and people. They all apply at once and override Evoke's guesses; a decision that
/// is removed never had an effect.
package struct OwnerDecisions: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package let first: PersonNumber
        package let second: PersonNumber

        /// The order doesn't matter.
        package init(_ one: PersonNumber, _ other: PersonNumber) {
            (first, second) = (min(one, other), max(one, other))
        }
    }

    /// Faces that are that person. If the owner moved a face from somebody else, that person is in `refused`;
    /// otherwise, both may be merged as soon as they look alike.
    package var placed: [FaceNumber: PersonNumber] = [:]
    /// Faces that are not those people. `placed` takes precedence.
    package var refused: [FaceNumber: Set<PersonNumber>] = [:]
    /// People with a name or chosen in another way.
    package var kept: Set<PersonNumber> = []
    /// Pairs that are different people.
    package var different: Set<Pair> = []
    /// Strangers whom the owner doesn't want to see.
    package var hidden: Set<PersonNumber> = []

    package init() {}

    /// Everyone mentioned in a decision: the owner, not Evoke, decides who they are.
    package var spokenOf: Set<PersonNumber> {
        var numbers = kept.union(hidden).union(placed.values)
        for persons in refused.values { numbers.formUnion(persons) }
        for pair in different { numbers.formUnion([pair.first, pair.second]) }
        return numbers
    }
}
