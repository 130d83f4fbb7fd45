package import EvokePorts
package import EvokeValues

/// What a helper is to do with a photo, whose open file is sent along.
package struct Order: Sendable {
    package enum Work: Sendable {
        /// - Parameter inFull: whether every pixel is used.
        case decode(ImageInput, thumbnail: Bool, inFull: Bool)
        case thumbnail(side: Int)
        case colors
        case pixels(atMost: Int, quickly: Bool)
        /// - Parameter from: milliseconds into the film.
        case moment(from: Int, atMost: Int)
        case size
        /// The sidecars' files follow the photo's.
        case tags
        /// The file is a sidecar, not a photo.
        case sidecar(SidecarAdditions)
    }

    package let work: Work
    /// The photo's name, whose extension identifies raw files; the open file itself has no name here.
    package let name: DiskPath

    init(_ work: Work, name: DiskPath) {
        self.work = work
        self.name = DiskPath(bytes: name.name)
    }
}

/// The result of an order.
package enum HelperReply: Sendable {
    case image(PreparedImage)
    case thumbnail(Thumbnail)
    case colors(PhotoColors)
    case pixels(UprightPicture)
    /// Nil at the end of the film.
    case moment(FilmMoment?)
    case size(PixelSize)
    case tags(PhotoTags)
    case sidecar([UInt8])
}

extension Order: Message {
    func write(to fields: inout FieldWriter) {
        fields.add(name.bytes)
        switch work {
        case .decode(let input, let thumbnail, let inFull):
            fields.add(0)
            input.write(to: &fields)
            fields.add(thumbnail)
            fields.add(inFull)
        case .thumbnail(let side):
            fields.add(1)
            fields.add(side)
        case .size: fields.add(2)
        case .tags: fields.add(3)
        case .colors: fields.add(4)
        case .pixels(let count, let quickly):
            fields.add(5)
            fields.add(count)
            fields.add(quickly)
        case .sidecar(let additions):
            fields.add(6)
            additions.write(to: &fields)
        case .moment(let milliseconds, let count):
            fields.add(7)
            fields.add(milliseconds)
            fields.add(count)
        }
    }

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        name = DiskPath(bytes: try fields.bytes())
        switch try fields.int() {
        case 0:
            work = .decode(try ImageInput(from: &fields), thumbnail: try fields.bool(), inFull: try fields.bool())
        case 1: work = .thumbnail(side: try fields.int())
        case 2: work = .size
        case 3: work = .tags
        case 4: work = .colors
        case 5: work = .pixels(atMost: try fields.int(), quickly: try fields.bool())
        case 6: work = .sidecar(try SidecarAdditions(from: &fields))
        case 7: work = .moment(from: try fields.int(), atMost: try fields.int())
        default: throw FieldReader.Malformed()
        }
    }
}

extension ImageInput {
    var floats: Int { 3 * size.width * size.height }

    fileprivate func write(to fields: inout FieldWriter) {
        size.write(to: &fields)
        let (way, number) =
            switch fit {
            case .shortest(let side): (0, side)
            case .squash: (1, 0)
            case .pad(let level): (2, Int(level))
            }
        fields.add(way)
        fields.add(number)
        fields.add(kernel.rawValue)
        for numbers in [mean, std] { fields.addAll(numbers) { $0.add(Int($1.bitPattern)) } }
        fields.add(middle.rawValue)
    }

    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let size = try PixelSize(from: &fields)
        let fit: Fit
        switch (try fields.int(), try fields.int()) {
        case (0, let side): fit = .shortest(side)
        case (1, _): fit = .squash
        case (2, let level): fit = .pad(UInt8(truncatingIfNeeded: level))
        default: throw FieldReader.Malformed()
        }
        guard let kernel = Kernel(rawValue: try fields.text()) else { throw FieldReader.Malformed() }
        let mean = try fields.floats()
        let std = try fields.floats()
        guard let middle = Middle(rawValue: try fields.text()) else { throw FieldReader.Malformed() }
        self.init(size: size, fit: fit, kernel: kernel, mean: mean, std: std, middle: middle)
    }
}

extension PixelSize: Message {
    func write(to fields: inout FieldWriter) {
        fields.add(width)
        fields.add(height)
    }

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        self.init(width: try fields.int(), height: try fields.int())
    }
}

extension FieldReader {
    fileprivate mutating func floats() throws(Malformed) -> [Float] {
        try ints().map { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) }
    }
}

extension SidecarAdditions: Message {
    func write(to fields: inout FieldWriter) {
        fields.addAll(keywords) { $0.add($1) }
        fields.addAll([rating].compactMap(\.self)) { $0.add($1) }
        for words in [title, description] { fields.addAll([words].compactMap(\.self)) { $0.add($1) } }
        fields.addAll([taken].compactMap(\.self)) { fields, taken in
            fields.add(Int(taken.localSeconds))
            fields.add(Int(taken.nanoseconds))
            fields.addAll([taken.utcOffsetMinutes].compactMap(\.self)) { $0.add($1) }
            fields.add(taken.precision.rawValue)
            fields.add(taken.source.rawValue)
        }
        fields.addAll([place].compactMap(\.self)) { fields, place in
            fields.add(place.latitude)
            fields.add(place.longitude)
            fields.addAll([place.altitude].compactMap(\.self)) { $0.add($1) }
        }
        fields.addAll(faces) { fields, face in
            fields.add(face.name)
            for number in [face.x, face.y, face.width, face.height] { fields.add(number) }
        }
        fields.addAll([picture].compactMap(\.self)) { $1.write(to: &$0) }
        fields.addAll(picks) { $0.add($1.rawValue) }
        fields.addAll(albums) { $0.add($1) }
        fields.addAll(withdrawn.keywords) { $0.add($1) }
        fields.addAll([withdrawn.rating].compactMap(\.self)) { $0.add($1) }
        fields.addAll([withdrawn.description].compactMap(\.self)) { $0.add($1) }
        fields.addAll(withdrawn.picks) { $0.add($1.rawValue) }
        fields.addAll(withdrawn.albums) { $0.add($1) }
    }

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        try self.init(
            keywords: fields.texts(), rating: fields.ints().first, title: fields.texts().first,
            description: fields.texts().first, taken: fields.all(TakenDate.init(from:)).first,
            place: fields.all(Coordinates.init(from:)).first, faces: fields.all(FaceRegion.init(from:)),
            picture: fields.all(PixelSize.init(from:)).first, picks: fields.picks(), albums: fields.texts(),
            withdrawn: SidecarWithdrawal(from: &fields))
    }
}

extension SidecarWithdrawal {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        try self.init(
            keywords: fields.texts(), rating: fields.ints().first, description: fields.texts().first,
            picks: fields.picks(), albums: fields.texts())
    }
}

extension FieldReader {
    fileprivate mutating func picks() throws(Malformed) -> Set<PickField> {
        Set(try texts().compactMap(PickField.init))
    }
}

extension FaceRegion {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (name, x, y) = (try fields.text(), try fields.double(), try fields.double())
        let (width, height) = (try fields.double(), try fields.double())
        guard let face = FaceRegion(name: name, x: x, y: y, width: width, height: height) else {
            throw FieldReader.Malformed()
        }
        self = face
    }
}

extension TakenDate {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (seconds, nanoseconds) = (Int64(try fields.int()), Int32(clamping: try fields.int()))
        let offset = try fields.ints().first
        guard let precision = Precision(rawValue: try fields.text()), let source = Source(rawValue: try fields.text())
        else { throw FieldReader.Malformed() }
        self.init(
            localSeconds: seconds, nanoseconds: nanoseconds, utcOffsetMinutes: offset, precision: precision,
            source: source)
    }
}

extension Coordinates {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (latitude, longitude) = (try fields.double(), try fields.double())
        let altitude = try fields.all { fields throws(FieldReader.Malformed) in try fields.double() }.first
        guard let place = Coordinates(latitude: latitude, longitude: longitude, altitude: altitude) else {
            throw FieldReader.Malformed()
        }
        self = place
    }
}
