import EvokeSystem
import EvokeValues

extension TextColumn {
    func photos(with part: String) -> PhotoSet { photos(with: Array(part.folded.utf8), like: nil) }

    /// The photos whose whole text matches the pattern.
    func photos(like pattern: WildcardPattern) -> PhotoSet {
        if let part = pattern.onlyPart { return photos(with: part, like: nil) }
        // A rare part narrows the search before patterns are compared.
        return photos(with: seldom(of: pattern.parts) ?? [], like: pattern)
    }

    /// The photos whose text contains those bytes and, if given, matches the pattern.
    private func photos(with part: [UInt8], like pattern: WildcardPattern?) -> PhotoSet {
        guard !part.contains(0) else { return PhotoSet() }
        let found = late.photos(with: part, like: pattern)
        guard let pattern else { return early(with: part) { _ in true }.subtracting(late.all).union(found) }
        return bytes.withUnsafeBufferPointer { bytes in
            pattern.withMatcher(of: bytes) { matcher in early(with: part) { matcher.fits($0) } }
        }.subtracting(late.all).union(found)
    }

    /// Searches only the texts in order; `isWanted` gets the text's range of all bytes.
    @inline(__always)
    private func early(with part: [UInt8], where isWanted: (Range<Int>) -> Bool) -> PhotoSet {
        var words = [UInt64](repeating: 0, count: (starts.photos + 63) / 64)
        part.withUnsafeBytes { wanted in
            bytes.withUnsafeBytes { all in
                starts.withWalk(to: all.count) { walk in
                    while walk.next < all.count {
                        if wanted.isEmpty {
                            _ = walk.step()
                        } else {
                            guard let found = all.firstPlace(of: wanted, from: walk.next) else { return }
                            walk.move(to: found)
                        }
                        guard isWanted(walk.start..<walk.next - 1) else { continue }
                        words[walk.photo / 64] |= 1 << UInt64(walk.photo % 64)
                    }
                }
            }
        }
        return PhotoSet(words: words)
    }

    private static let textsTried = 64

    /// Which of the parts is rarest, judged by a sample; nil if most texts have each of them.
    private func seldom(of parts: [[UInt8]]) -> [UInt8]? {
        let step = max(1, starts.photos / Self.textsTried)
        let tried = stride(from: 0, to: starts.photos, by: step).compactMap { self[$0] }
        let counts = parts.map { part in tried.count { $0.firstPlace(of: part) != nil } }
        guard let best = counts.indices.min(by: { counts[$0] < counts[$1] }), 4 * counts[best] < tried.count else {
            return nil
        }
        return parts[best]
    }
}
