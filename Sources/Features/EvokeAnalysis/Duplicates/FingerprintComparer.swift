package import EvokePorts
package import EvokeValues

/// Compares new contents with all others, in batches. Signatures and times find candidates, and fingerprints decide.
package struct FingerprintComparer: Sendable {
    package typealias FingerprintReading = @Sendable ([ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint]
    package typealias PictureReading = @Sendable ([ContentDigest]) async throws -> [ContentDigest: Pixels]

    /// Results are stored with this number. Raise it when signatures, limits, or comparisons change, so that everything
    /// is compared again.
    package static let judge: Int64 = 6

    /// The number compared between two writes.
    private static let together = 256
    /// The number of shots before and after one that are compared with it.
    private static let mostShots = 100

    private let known: KnownContents
    private let table: SignatureTable
    /// Everything that may be of the same moment as one of the queries, earliest first.
    private let shots: [(time: Int64, place: Int)]
    private let comparison: Comparison
    private var done = 0

    /// - Parameter pictures: reads the available thumbnails.
    package init(_ known: KnownContents, fingerprints: @escaping FingerprintReading, pictures: @escaping PictureReading)
    {
        self.known = known
        table = SignatureTable(known.signs, asked: known.waiting.count)
        shots = Self.shots(of: known)
        comparison = Comparison(known: known, fingerprints: fingerprints, pictures: pictures)
    }

    /// The resemblances of the next contents to those compared before them; nil at the end. The list is empty for one
    /// without any.
    package mutating func next() async throws -> [ContentDigest: [Resemblance]]? {
        guard done < known.waiting.count else { return nil }
        let now = Array(known.waiting[done..<min(done + Self.together, known.waiting.count)])
        var pairs: [Comparison.Pair] = []
        try await InTasks.run(now) { [self] asked in
            self.pairs(of: asked)
        } deliver: { _, found in
            pairs += found
        }
        var ways: [Int: [Int: Resemblance.Ways]] = [:]
        for (pair, found) in try await comparison.ways(of: pairs) {
            ways[pair.asking, default: [:]][pair.other, default: []].formUnion(found)
        }
        done += now.count
        var resemblances: [ContentDigest: [Resemblance]] = [:]
        for place in now.map(\.place) {
            let alike = (ways[place] ?? [:]).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            resemblances[known.digests[place]] = alike.map { Resemblance(known.digests[$0.key], $0.value) }
        }
        return resemblances
    }

    /// All contents, to compare more later. Nothing is waiting by then.
    package var compared: KnownContents {
        var compared = known
        compared.settle()
        return compared
    }

    private static func shots(of known: KnownContents) -> [(time: Int64, place: Int)] {
        let asked = known.waiting.compactMap { known.traits[$0.place].shot }.sorted()
        guard !asked.isEmpty else { return [] }
        return known.traits.enumerated().compactMap { place, traits in
            guard let time = traits.shot else { return nil }
            let first = asked.indices.partition { asked[$0] < time - Moments.longest }
            return first < asked.count && asked[first] - time <= Moments.longest ? (time, place) : nil
        }.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    }

    private func pairs(of asked: KnownContents.Waiting) -> [Comparison.Pair] {
        let place = asked.place
        let signature = FingerprintSignature(signs: known.signs[place], weak: asked.weak)
        let matches = table.matches(of: signature) { known.asks(place, for: $0) }
        return matches.map { Comparison.Pair(asking: place, $0) } + shotsTogether(with: place)
    }

    private func shotsTogether(with place: Int) -> [Comparison.Pair] {
        let own = known.traits[place]
        guard let time = own.shot else { return [] }
        let first = shots.indices.partition { (shots[$0].time, shots[$0].place) < (time, place) }
        let before = shots[..<first].suffix(Self.mostShots).reversed().prefix { time - $0.time <= Moments.longest }
        let after = shots[first...].prefix(Self.mostShots).prefix { $0.time - time <= Moments.longest }
        return (before.map(\.place) + after.map(\.place)).filter { other in
            let cameras = (own.camera, known.traits[other].camera)
            return known.asks(place, for: other) && (cameras.0 == cameras.1 || cameras.0 == 0 || cameras.1 == 0)
        }.map { Comparison.Pair(asking: place, takenWith: $0) }
    }
}

/// The contents of a library that have fingerprints, in a few bytes each, because there may be a million of them.
package struct KnownContents: Sendable {
    /// What distinguishes two contents besides their fingerprints.
    struct Traits: Sendable {
        private let width, height: Int32
        /// A number for each model of camera; 0 for none.
        let camera: Int32
        /// By the camera's clock; nil is the smallest value.
        private var time: Int64

        fileprivate init(_ size: PixelSize?, shot: Int64?, camera: Int32) {
            (width, height) = (Int32(clamping: size?.width ?? 0), Int32(clamping: size?.height ?? 0))
            (self.camera, time) = (camera, shot ?? .min)
        }

        var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

        fileprivate(set) var shot: Int64? {
            get { time == .min ? nil : time }
            set { time = newValue ?? .min }
        }
    }

    /// A content that is still to be compared.
    struct Waiting: Sendable {
        let place: Int
        /// From its signature. Only needed for queries.
        let weak: SIMD8<UInt64>
    }

    private(set) var digests: [ContentDigest] = []
    /// From the signatures.
    private(set) var signs: [SIMD8<UInt64>] = []
    private(set) var traits: [Traits] = []
    /// In the order in which they were added.
    private(set) var waiting: [Waiting] = []
    private var isWaiting: [Bool] = []
    private var places: [ContentDigest: Int32] = [:]
    private var cameras: [String: Int32] = [:]

    package init() {}

    package var count: Int { digests.count }
    package var countWaiting: Int { waiting.count }

    /// Adding a known content again updates its fingerprint and date.
    ///
    /// - Parameter isCompared: whether it was compared with all that were added before.
    package mutating func add(_ trace: PhotoTrace, isCompared: Bool) {
        guard let content = trace.content, let signature = trace.signature else { return }
        if let known = places[content].map(Int.init) {
            if traits[known].shot == nil || !isCompared { traits[known].shot = trace.shot ?? traits[known].shot }
            if !isCompared, !isWaiting[known] {
                signs[known] = signature.signs
                wait(known, signature)
            }
            return
        }
        let place = digests.count
        places[content] = Int32(place)
        digests.append(content)
        signs.append(signature.signs)
        var camera: Int32 = 0
        if let name = trace.camera {
            camera = cameras[name] ?? Int32(cameras.count + 1)
            cameras[name] = camera
        }
        traits.append(Traits(trace.size, shot: trace.shot, camera: camera))
        isWaiting.append(false)
        if !isCompared { wait(place, signature) }
    }

    private mutating func wait(_ place: Int, _ signature: FingerprintSignature) {
        isWaiting[place] = true
        waiting.append(Waiting(place: place, weak: signature.weak))
    }

    /// Marks everything that waited as compared.
    mutating func settle() {
        for asked in waiting { isWaiting[asked.place] = false }
        waiting = []
    }

    /// Whether the first asks for the second, which was compared earlier or precedes it. Of each pair, only one asks.
    func asks(_ first: Int, for second: Int) -> Bool { first != second && (!isWaiting[second] || second < first) }
}

/// Runs computations on Swift's threads.
enum InTasks {
    /// The number of tasks to start before one has finished; more than there are cores.
    private static let width = 64

    /// Results are in no particular order.
    static func run<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ work: @escaping @Sendable (Input) -> Output, deliver: (Input, Output) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Input, Output).self) { group in
            var rest = inputs[...]
            for input in rest.prefix(width) { group.addTask { (input, work(input)) } }
            rest = rest.dropFirst(width)
            while let (input, output) = try await group.next() {
                try Task.checkCancellation()
                deliver(input, output)
                if let next = rest.popFirst() { group.addTask { (next, work(next)) } }
            }
        }
    }

    /// All at once; results are in order.
    static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ body: @escaping @Sendable (Input) async throws -> Output
    ) async throws -> [Output] {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            for (place, input) in inputs.enumerated() { group.addTask { (place, try await body(input)) } }
            let outputs = try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return inputs.indices.compactMap { outputs[$0] }
        }
    }
}
