/// Which distances between faces mean something, for one recogniser.
package struct FaceDistances: Hashable, Sendable {
    /// Two groups are one up to this: the root of the mean square over all pairs between them.
    package let group: Double
    /// Two faces alone are taken for the same person's up to this.
    package let pair: Double
    /// Beyond this, nobody is asked.
    package let doubt: Double

    package init(group: Double, pair: Double, doubt: Double) {
        (self.group, self.pair, self.doubt) = (group, pair, doubt)
    }

    /// Of dlib's network, chosen on one half of the people of a set and told on the other (`docs/performance.md`).
    package static let dlib = FaceDistances(group: 0.54, pair: 0.57, doubt: 0.65)
}
