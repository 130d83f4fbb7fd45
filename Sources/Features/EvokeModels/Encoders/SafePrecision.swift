import EvokeDigests
import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Finds the fastest precision whose vectors match full precision, by trying it on synthetic pictures.
package struct SafePrecision: Sendable {
    /// The minimum cosine for each picture: 0.999 is promised, and other pictures may do slightly worse.
    private static let sameness: Float = 0.999_3

    private let streams: Int
    private let runtime: any GraphRuntime
    private let folder: GraphFolder
    private let executor: BlockingExecutor

    package init(streams: Int, on runtime: any GraphRuntime, in folder: GraphFolder, executor: BlockingExecutor) {
        self.streams = streams
        self.runtime = runtime
        self.folder = folder
        self.executor = executor
    }

    /// Measured once per model, then read from the record. Graphs with calibrated ranges are not measured: a picture
    /// unlike the probes may exceed a range, and its vector would be far off.
    package func of(_ model: LoadableModel) async throws -> Precision {
        try await executor.run {
            guard try runtime.computes(at: .bfloat16), !model.description.image.graph.isCalibrated else {
                return .float32
            }
            let record = try ModelTrialRecord(.precision, of: model, on: runtime, in: folder)
            if let known = record.text.flatMap(Precision.init) { return known }
            let precision: Precision = try worstCosine(model) >= Self.sameness ? .bfloat16 : .float32
            record.keep(precision.rawValue)
            return precision
        }
    }

    private func worstCosine(_ model: LoadableModel) throws(EvokeError) -> Float {
        let side = model.description.image
        let full = try Tower(side, of: model, as: model.id(.float32), streams: streams, on: runtime, in: nil)
        // Built as an index run needs it, so that it is ready for one.
        let half = try Tower(
            side, of: model, as: model.id(.bfloat16), isHalf: true, streams: streams, on: runtime,
            in: model.description.isEncrypted ? nil : folder)
        var worst: Float = 1
        for number in 0..<ProbePicture.count {
            let picture = side.probe([number])
            let exact = try full.embed(picture)
            // An invalid vector counts as the worst.
            guard let fast = try? half.embed(picture) else { return -1 }
            // Their fingerprints differ, so `dot` is asked for directly: whether they match is the question here.
            worst = min(worst, exact.dot(fast))
        }
        return worst
    }
}

/// A cached finding from trying a model, stored next to its compiled graphs. Each runtime version and processor has its
/// own, because their findings may differ.
struct ModelTrialRecord {
    /// Rename a kind when its trial changes, so that old findings are ignored.
    enum Kind: String, CaseIterable {
        case length
        case precision = "precision2"
    }

    private let folder: DiskPath
    private let file: CheckedFile

    init(
        _ kind: Kind, of model: LoadableModel, on runtime: any GraphRuntime, in folder: GraphFolder
    ) throws(EvokeError) {
        self.folder = folder.path
        let machine = try FileDigest.sha256(of: runtime.identity()).prefix(16)
        file = CheckedFile(self.folder.appending("\(Self.prefix(kind, ofModel: model.digest))-\(machine)"))
    }

    /// Nil until the model has been tried.
    var text: String? { file.read().map { String(decoding: $0, as: UTF8.self) } }

    /// Errors are ignored: without the cache, the trial is only repeated.
    func keep(_ text: String) {
        // Ignored, as above.
        try? FileSystem.makeFolder(folder)
        // Ignored, as above.
        try? file.write(Array(text.utf8))
    }

    static func forget(modelOf digest: String, in folder: GraphFolder) {
        let prefixes = Kind.allCases.map { Array(prefix($0, ofModel: digest).utf8) }
        // A leftover cache file only takes space.
        for name in (try? FileSystem.names(in: folder.path)) ?? []
        where prefixes.contains(where: { name.starts(with: $0) }) {
            // Ignored, as above.
            try? FileSystem.erase(folder.path.appending(name))
        }
    }

    private static func prefix(_ kind: Kind, ofModel digest: String) -> String { "\(kind.rawValue)-\(digest)" }
}

/// Synthetic pictures to try a model with: waves of many sizes with edges and a little noise, as in photographs; and
/// mosaics of a few random colors, soft or in blocks, which some models handle far worse.
enum ProbePicture {
    /// The first are waves.
    static let count = waveCount + 2 * mosaics.count
    private static let waveCount = 8
    private static let mosaics = [
        (3, true), (4, true), (6, true), (9, true), (2, false), (4, false), (8, false), (16, false),
    ]

    static func make(_ number: Int, for input: ImageInput) -> [Float] {
        var random = Random(state: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        guard number >= waveCount else { return waves(&random, for: input) }
        let (side, isSoft) = mosaics[(number - waveCount) % mosaics.count]
        return mosaic(of: side, isSoft: isSoft, &random, for: input)
    }

    /// `side` colors across and down.
    private static func mosaic(
        of side: Int, isSoft: Bool, _ random: inout Random, for input: ImageInput
    ) -> [Float] {
        let (width, height) = (input.size.width, input.size.height)
        var tensor: [Float] = []
        tensor.reserveCapacity(3 * width * height)
        for channel in 0..<3 {
            let colors = (0..<side * side).map { _ in random.next() }
            for y in 0..<height {
                for x in 0..<width {
                    let value =
                        isSoft
                        ? between(colors, side, Float(x) / Float(width), Float(y) / Float(height))
                        : colors[y * side / height * side + x * side / width]
                    tensor.append((value - input.mean[channel]) / input.std[channel])
                }
            }
        }
        return tensor
    }

    /// Interpolates between four colors of the grid.
    private static func between(_ colors: [Float], _ side: Int, _ across: Float, _ down: Float) -> Float {
        let (x, y) = (across * Float(side - 1), down * Float(side - 1))
        let place = Int(y) * side + Int(x)
        // Cannot fail: both are inside the mosaic.
        let (right, below) = (x - Float(Int(x)), y - Float(Int(y)))
        let upper = colors[place] * (1 - right) + colors[place + 1] * right
        let lower = colors[place + side] * (1 - right) + colors[place + side + 1] * right
        return upper * (1 - below) + lower * below
    }

    private static func waves(_ random: inout Random, for input: ImageInput) -> [Float] {
        let (width, height) = (input.size.width, input.size.height)
        var tensor: [Float] = []
        tensor.reserveCapacity(3 * width * height)
        let waves = (0..<6).map { octave in
            let angle = 6.283 * random.next()
            let cycles = Mathematics.exp2(Float(octave)) * (0.5 + random.next())
            return (
                across: cycles * Mathematics.cos(angle), down: cycles * Mathematics.sin(angle),
                phase: 6.283 * random.next(),
                height: 1 / Float(octave + 1)
            )
        }
        let edge = (place: 0.2 + 0.6 * random.next(), step: random.next() - 0.5)
        for channel in 0..<3 {
            let tint = random.next()
            let shift = 2 * random.next()
            for y in 0..<height {
                for x in 0..<width {
                    let (across, down) = (Float(x) / Float(width), Float(y) / Float(height))
                    let sum = waves.reduce(Float(0)) {
                        $0 + $1.height
                            * Mathematics.sin(6.283 * ($1.across * across + $1.down * down) + $1.phase + shift)
                    }
                    let value = tint + 0.25 * sum + (across > edge.place ? edge.step : 0) + 0.05 * random.next()
                    tensor.append((min(max(value, 0), 1) - input.mean[channel]) / input.std[channel])
                }
            }
        }
        return tensor
    }

    /// Generates the same numbers on every machine.
    private struct Random {
        var state: UInt64

        mutating func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 24)
        }
    }
}
