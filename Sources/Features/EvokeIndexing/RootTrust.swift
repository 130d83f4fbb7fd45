import EvokeValues

/// Which roots hold on this machine what whoever planned the work has seen in them. A root may be a folder of the same name
/// with other photos in it, or a copy that is not complete: its worker must not spoil the queue for those who have them.
struct RootTrust: Sendable {
    /// So many in a row that are not there, and the root is left alone.
    static let mostLost = 8
    /// Until it is tried again.
    static let pause = Duration.seconds(300)

    private var lost: [FilePath: Int] = [:]
    private var untrusted: [FilePath: ContinuousClock.Instant] = [:]
    private var news: [FilePath] = []
    private var firstLost: FilePath?
    private var isSaid = false

    /// Whether photos of some root were not there lately.
    var isInDoubt: Bool { !lost.isEmpty }

    mutating func isTrusted(_ root: FilePath) -> Bool {
        guard let until = untrusted[root] else { return true }
        guard ContinuousClock.now >= until else { return false }
        (untrusted[root], lost[root]) = (nil, nil)
        return true
    }

    mutating func found(_ photo: FilePath, _ roots: [FilePath]) {
        if let root = Self.root(of: photo, roots) { lost[root] = nil }
    }

    /// Whether a photo that is not there is told of as lost: its root is in its place, and others in it are there.
    mutating func isBelieved(lacking photo: FilePath, _ roots: [FilePath]) -> Bool {
        guard let root = Self.root(of: photo, roots), isTrusted(root) else { return false }
        lost[root, default: 0] += 1
        if lost[root] == Self.mostLost {
            untrusted[root] = .now + Self.pause
            news.append(root)
        }
        if !isSaid { firstLost = photo }
        return true
    }

    /// Roots that nobody has been told of yet.
    mutating func takeNews() -> [FilePath] {
        defer { news = [] }
        return news
    }

    /// The first photo that is not there; said once.
    mutating func takeFirstLost() -> FilePath? {
        defer { firstLost = nil }
        if firstLost != nil { isSaid = true }
        return firstLost
    }

    private static func root(of photo: FilePath, _ roots: [FilePath]) -> FilePath? {
        roots.filter(photo.isInside).max { $0.bytes.count < $1.bytes.count }
    }
}
