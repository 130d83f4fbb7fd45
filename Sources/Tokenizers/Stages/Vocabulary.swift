/// A Unigram model's pieces and their scores.
struct Vocabulary: Sendable {
    let pieces: ByteTrie
    let scores: Table<Double>
}
