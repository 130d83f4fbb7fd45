/// A model's pieces, with scores for a Unigram model or merges for a BPE model.
struct Vocabulary: Sendable {
    let pieces: ByteTrie
    let scores: Table<Double>
    let merges: MergeTable
}
