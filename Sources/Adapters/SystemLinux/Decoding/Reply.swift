import EvokePorts
import EvokeValues

/// A reply in transit, without its pixels, which follow separately.
///
/// Nothing in it is trusted: a malicious picture may have taken over the helper.
struct Reply {
    enum Content {
        case image(original: PixelSize, share: Double?, PhotoColors?)
        case thumbnail
        case pixels(PixelSize, original: PixelSize)
        /// Its picture follows like that of `pixels`.
        case moment(PixelSize, original: PixelSize, milliseconds: Int)
        case noMoment
        case colors(PhotoColors)
        case size(PixelSize)
        case tags(PhotoTags)
        case sidecar
        case failure(EvokeError.Kind, reason: String, remedy: String, cause: EvokeError.Cause?)
    }

    let content: Content
    /// The number of bytes that follow: first those of a tensor, of pixels or of a sidecar, then those of a thumbnail.
    var tensorBytes = 0
    var thumbnailBytes = 0

    /// More than a thumbnail of 1,600 pixels can have.
    private static let largestThumbnail = 16_000_000
    /// More than any sidecar that Evoke changes.
    private static let longestSidecar = 32_000_000
    private static let sides = 1...1_000_000_000
    private static let longestSentence = 500

    /// The kinds of errors that a photo can cause.
    private static let kinds: Set<EvokeError.Kind> = [
        .damaged, .unsupported, .tooLarge, .unreadable, .notAllowed, .notFound,
    ]

    var payload: Int { tensorBytes + thumbnailBytes }

    /// Whether the announced payload is valid for such an order.
    func fits(_ work: Order.Work) -> Bool {
        if case .failure = content { return tensorBytes == 0 && thumbnailBytes == 0 }
        switch work {
        case .decode(let input, let thumbnail, _):
            return tensorBytes == input.floats * MemoryLayout<Float>.stride
                && (0...(thumbnail ? Self.largestThumbnail : 0)).contains(thumbnailBytes)
        case .thumbnail: return tensorBytes == 0 && (1...Self.largestThumbnail).contains(thumbnailBytes)
        case .pixels(let count, _):
            let most = count.multipliedReportingOverflow(by: 3)
            return thumbnailBytes == 0 && !most.overflow && 3 <= tensorBytes && tensorBytes <= most.partialValue
        case .moment(_, let count):
            if case .noMoment = content { return payload == 0 }
            return fits(.pixels(atMost: count, quickly: false))
        case .sidecar: return thumbnailBytes == 0 && (1...Self.longestSidecar).contains(tensorBytes)
        case .colors, .size, .tags: return tensorBytes == 0 && thumbnailBytes == 0
        }
    }

    /// Nil if it is not a valid answer to such an order.
    func answer(to work: Order.Work, with payload: [UInt8]) -> HelperReply? {
        switch (work, content) {
        case (.decode, .image(let original, let share, let colors)):
            guard Self.isSize(original), share.map({ (0...1).contains($0) }) != false else { return nil }
            let tensor = payload.withUnsafeBytes { bytes in
                [Float](unsafeUninitializedCapacity: tensorBytes / MemoryLayout<Float>.stride) { tensor, filled in
                    UnsafeMutableRawBufferPointer(tensor).copyMemory(from: .init(rebasing: bytes[..<tensorBytes]))
                    filled = tensorBytes / MemoryLayout<Float>.stride
                }
            }
            guard tensor.allSatisfy(\.isFinite) else { return nil }
            let thumbnail = thumbnailBytes == 0 ? nil : Thumbnail(jpeg: Array(payload[tensorBytes...]))
            return .image(
                PreparedImage(tensor: tensor, original: original, thumbnail: thumbnail, share: share, colors: colors))
        case (.thumbnail, .thumbnail): return .thumbnail(Thumbnail(jpeg: payload))
        case (.pixels, .pixels(let size, let original)):
            return Self.picture(payload, size, original).map { .pixels($0) }
        case (.moment(let least, _), .moment(let size, let original, let milliseconds)):
            guard milliseconds >= least else { return nil }
            return Self.picture(payload, size, original).map { .moment(FilmMoment($0, at: milliseconds)) }
        case (.moment, .noMoment): return .moment(nil)
        case (.colors, .colors(let colors)): return .colors(colors)
        case (.size, .size(let size)): return Self.isSize(size) ? .size(size) : nil
        case (.tags, .tags(let tags)): return .tags(tags)
        case (.sidecar, .sidecar): return .sidecar(payload)
        default: return nil
        }
    }

    /// The error in it, made fit for display and attributed to the right photo.
    func failure(doing: String, _ photo: DiskPath) -> EvokeError? {
        guard case .failure(let kind, let reason, let remedy, let cause) = content else { return nil }
        return EvokeError(
            Self.kinds.contains(kind) ? kind : .damaged, doing: doing, subject: photo.display,
            reason: Self.sentence(reason), remedy: Self.sentence(remedy),
            cause: cause.map { EvokeError.Cause(Self.sentence($0.domain), code: $0.code, text: Self.sentence($0.text)) }
        )
    }

    private static func picture(_ bytes: [UInt8], _ size: PixelSize, _ original: PixelSize) -> UprightPicture? {
        // Invalid pixels are not an answer.
        guard isSize(original), let pixels = try? Pixels(bytes, size: size), !pixels.hasAlpha else { return nil }
        return UprightPicture(pixels, original: original)
    }

    private static func isSize(_ size: PixelSize) -> Bool { sides.contains(size.width) && sides.contains(size.height) }

    private static func sentence(_ text: String) -> String {
        DiskPath(String(text.prefix(longestSentence))).display
    }
}

extension Reply {
    init(_ result: Result<HelperReply, EvokeError>) {
        switch result {
        case .success(.image(let image)):
            self.init(
                content: .image(original: image.original, share: image.share, image.colors),
                tensorBytes: image.tensor.count * MemoryLayout<Float>.stride,
                thumbnailBytes: image.thumbnail?.jpeg.count ?? 0)
        case .success(.thumbnail(let thumbnail)):
            self.init(content: .thumbnail, thumbnailBytes: thumbnail.jpeg.count)
        case .success(.pixels(let picture)):
            self.init(
                content: .pixels(picture.pixels.size, original: picture.original),
                tensorBytes: picture.pixels.bytes.count)
        case .success(.moment(let moment?)):
            let pixels = moment.picture.pixels
            self.init(
                content: .moment(pixels.size, original: moment.picture.original, milliseconds: moment.milliseconds),
                tensorBytes: pixels.bytes.count)
        case .success(.moment(nil)): self.init(content: .noMoment)
        case .success(.colors(let colors)): self.init(content: .colors(colors))
        case .success(.size(let size)): self.init(content: .size(size))
        case .success(.tags(let tags)): self.init(content: .tags(tags))
        case .success(.sidecar(let bytes)): self.init(content: .sidecar, tensorBytes: bytes.count)
        case .failure(let error):
            self.init(content: .failure(error.kind, reason: error.reason, remedy: error.remedy, cause: error.cause))
        }
    }
}

extension Reply: Message {
    func write(to fields: inout FieldWriter) {
        fields.add(tensorBytes)
        fields.add(thumbnailBytes)
        switch content {
        case .image(let original, let share, let colors):
            fields.add(0)
            original.write(to: &fields)
            fields.add(share != nil)
            fields.add(share ?? 0)
            fields.addAll([colors].compactMap { $0 }) { $1.write(to: &$0) }
        case .thumbnail: fields.add(1)
        case .size(let size):
            fields.add(2)
            size.write(to: &fields)
        case .tags(let tags):
            fields.add(3)
            fields.addAll([tags.embedded] + tags.sidecars) { fields, tags in
                fields.addAll(tags) { fields, tag in
                    fields.add(tag.key)
                    fields.addAll(tag.value) { $0.add($1) }
                }
            }
        case .colors(let colors):
            fields.add(5)
            colors.write(to: &fields)
        case .pixels(let size, let original):
            fields.add(6)
            size.write(to: &fields)
            original.write(to: &fields)
        case .sidecar: fields.add(7)
        case .moment(let size, let original, let milliseconds):
            fields.add(8)
            size.write(to: &fields)
            original.write(to: &fields)
            fields.add(milliseconds)
        case .noMoment: fields.add(9)
        case .failure(let kind, let reason, let remedy, let cause):
            fields.add(4)
            for text in [kind.rawValue, reason, remedy] { fields.add(text) }
            fields.addAll([cause].compactMap { $0 }) { fields, cause in
                fields.add(cause.domain)
                fields.addAll([cause.code].compactMap { $0 }) { $0.add($1) }
                fields.add(cause.text)
            }
        }
    }

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        tensorBytes = try fields.int()
        thumbnailBytes = try fields.int()
        switch try fields.int() {
        case 0:
            let original = try PixelSize(from: &fields)
            let (isTruncated, share) = (try fields.bool(), try fields.double())
            let colors = try fields.all(PhotoColors.init(from:)).first
            content = .image(original: original, share: isTruncated ? share : nil, colors)
        case 1: content = .thumbnail
        case 2: content = .size(try PixelSize(from: &fields))
        case 3: content = .tags(try PhotoTags(from: &fields))
        case 4:
            let kind = EvokeError.Kind(rawValue: try fields.text())
            let (reason, remedy) = (try fields.text(), try fields.text())
            let causes = try fields.all { fields throws(FieldReader.Malformed) in
                EvokeError.Cause(try fields.text(), code: try fields.ints().first, text: try fields.text())
            }
            content = .failure(kind, reason: reason, remedy: remedy, cause: causes.first)
        case 5: content = .colors(try PhotoColors(from: &fields))
        case 6: content = .pixels(try PixelSize(from: &fields), original: try PixelSize(from: &fields))
        case 7: content = .sidecar
        case 8:
            content = .moment(
                try PixelSize(from: &fields), original: try PixelSize(from: &fields), milliseconds: try fields.int())
        case 9: content = .noMoment
        default: throw FieldReader.Malformed()
        }
    }
}

extension PhotoColors {
    fileprivate func write(to fields: inout FieldWriter) { fields.add(Int(bits)) }

    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        guard let colors = PhotoColors(bits: Int64(try fields.int())) else { throw FieldReader.Malformed() }
        self = colors
    }
}

extension PhotoTags {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let all = try fields.all { fields throws(FieldReader.Malformed) -> Values in
            let pairs = try fields.all { fields throws(FieldReader.Malformed) in
                (try fields.text(), try fields.all { fields throws(FieldReader.Malformed) in try fields.bytes() })
            }
            return Values(pairs) { first, _ in first }
        }
        guard let embedded = all.first else { throw FieldReader.Malformed() }
        self.init(embedded: embedded, sidecars: Array(all.dropFirst()))
    }
}
