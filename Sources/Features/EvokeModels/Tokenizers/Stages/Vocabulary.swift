/// A model's pieces and what it knows of them: a Unigram model their scores, a BPE model their merges.
struct Vocabulary: Sendable {
    let pieces: ByteTrie
    let scores: Table<Double>
    let merges: MergeTable
}
