package import EvokeValues

/// The contents of a library that have looks, each in a few bytes, since there may be a million of them.
package struct KnownContents: Sendable {
    /// What two contents are told apart by, beside their looks.
    struct Traits: Sendable {
        private let width, height: Int32
        /// A number for each model of a camera; 0 for none.
        let camera: Int32
        /// By the camera's clock; nil is the lowest number.
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

    /// One that is to be compared.
    struct Waiting: Sendable {
        let place: Int
        /// As those of its signature. Nobody needs them of what is not asked for.
        let weak: SIMD8<UInt64>
    }

    private(set) var digests: [ContentDigest] = []
    /// As those of their signatures.
    private(set) var signs: [SIMD8<UInt64>] = []
    private(set) var traits: [Traits] = []
    /// In the order in which they came.
    private(set) var waiting: [Waiting] = []
    private var isWaiting: [Bool] = []
    private var places: [ContentDigest: Int32] = [:]
    private var cameras: [String: Int32] = [:]

    package init() {}

    package var count: Int { digests.count }
    package var countWaiting: Int { waiting.count }

    /// One that is known already may have another look or date now.
    ///
    /// - Parameter isCompared: with all that were added before.
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

    /// All that waited was compared.
    mutating func settle() {
        for asked in waiting { isWaiting[asked.place] = false }
        waiting = []
    }

    /// Whether the second has been compared before the first is, or will be only then. One of both asks for the other.
    func asks(_ first: Int, for second: Int) -> Bool { first != second && (!isWaiting[second] || second < first) }
}
