public import EvokeValues

/// What a film shows at different times, as a model sees it.
public struct FilmMoments: Hashable, Sendable {
    /// The least time between moments, in milliseconds. Films shorter than two such times have one moment.
    public static let distance = 2_000

    /// When each moment is seen, in milliseconds from the film's beginning, in order.
    public let times: [Int]
    /// The vectors of `times`, concatenated.
    public let halfFloats: [Float16]

    /// Without moments, the film shows nothing other than the picture that stands for it.
    public init(times: [Int] = [], halfFloats: [Float16] = []) {
        precondition(times.isEmpty ? halfFloats.isEmpty : halfFloats.count.isMultiple(of: times.count))
        (self.times, self.halfFloats) = (times, halfFloats)
    }

    /// The number of dimensions of each vector.
    public var dimensions: Int { times.isEmpty ? 0 : halfFloats.count / times.count }

    /// The vector of one of them.
    public func vector(_ place: Int) -> ArraySlice<Float16> {
        halfFloats[place * dimensions..<(place + 1) * dimensions]
    }

    /// The first of the moments that fit a query best, with its score; nil if none has that many dimensions.
    public func best(for query: Embedding) -> (place: Int, score: Float)? {
        guard dimensions == query.dimensions else { return nil }
        return times.indices.map { place in
            (place, zip(vector(place), query.values).reduce(Float()) { $0 + Float($1.0) * $1.1 })
        }.max { $0.1 < $1.1 }
    }
}

/// A picture of a film, and when it is seen.
package struct FilmMoment: Sendable {
    package let picture: UprightPicture
    /// From the film's beginning.
    package let milliseconds: Int

    package init(_ picture: UprightPicture, at milliseconds: Int) {
        (self.picture, self.milliseconds) = (picture, milliseconds)
    }
}

/// A compact form for catalogs.
extension FilmMoments {
    /// Nil if there are none.
    package var bytes: [UInt8]? {
        guard !times.isEmpty else { return nil }
        var bytes = PackedBytes()
        bytes.add(dimensions)
        for (place, time) in times.enumerated() {
            bytes.add(time)
            bytes.add(vector(place))
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid, or if the vectors cannot be compared.
    package init?(bytes: some Sequence<UInt8>, dimensions: Int) {
        var (rest, times, halfFloats) = (UnpackedBytes(bytes), [Int](), [Float16]())
        guard rest.number() == dimensions, !rest.rest.isEmpty else { return nil }
        while !rest.rest.isEmpty {
            guard let time = rest.number(), time >= times.last ?? 0, let vector = rest.halfFloats(dimensions),
                vector.withUnsafeBytes({ Embedding.fault(inHalves: $0, dimensions: dimensions) }) == nil
            else { return nil }
            times.append(time)
            halfFloats += vector
        }
        self.init(times: times, halfFloats: halfFloats)
    }
}

extension Analysis<FilmMoments> {
    /// What films show besides the picture that stands for them, as this model sees it. Only films that are long enough
    /// for two moments and have a vector of the model can have some.
    public static func moments(of model: ModelID) -> Analysis {
        Analysis(
            table: "moments", maker: .model(model),
            columns: { [.integer(Int64($0.times.count)), $0.bytes.map { .bytes($0) } ?? .null] },
            result: { row in
                guard row.columns[1] != .null else { return FilmMoments() }
                return row.columns[1].bytes.flatMap { FilmMoments(bytes: $0, dimensions: model.dimensions) }
            })
    }
}
