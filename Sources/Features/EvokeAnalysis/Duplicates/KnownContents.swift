package import EvokeValues

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
