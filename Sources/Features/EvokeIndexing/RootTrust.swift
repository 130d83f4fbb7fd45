import EvokeValues

/// Which roots on this machine contain what the planner saw there. A root may be a folder with the same name but other
/// photos, or an incomplete copy: its worker must not spoil the queue for machines that have the photos.
struct RootTrust: Sendable {
    /// After this many missing photos in a row, the root is left alone.
    static let mostLost = 8
    /// How long until it is tried again.
    static let pause = Duration.seconds(300)

    private var lost: [FilePath: Int] = [:]
    private var untrusted: [FilePath: ContinuousClock.Instant] = [:]
    private var news: [FilePath] = []
    private var firstLost: FilePath?
    private var isSaid = false

    /// Whether photos of some root were missing recently.
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

    /// Whether a missing photo should be reported as lost: its root exists, and so do other photos in it.
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

    /// Roots that were not reported yet.
    mutating func takeNews() -> [FilePath] {
        defer { news = [] }
        return news
    }

    /// The first missing photo; reported once.
    mutating func takeFirstLost() -> FilePath? {
        defer { firstLost = nil }
        if firstLost != nil { isSaid = true }
        return firstLost
    }

    private static func root(of photo: FilePath, _ roots: [FilePath]) -> FilePath? {
        roots.filter(photo.isInside).max { $0.bytes.count < $1.bytes.count }
    }
}
