import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import SystemLinux

/// Both sides of the socket, in one process: one after the other, since each blocks a thread of Swift's pool and needs
/// another.
@Suite(.serialized) struct HelperLoopTests {
    private let folder = TemporaryFolder()
    private let input = ImageInput(
        size: PixelSize(width: 2, height: 1), fit: .pad(9), kernel: .bicubic, mean: [0.5, 0.25, 0.125],
        std: [0.1, 0.2, 0.3], middle: .whole)
    private let prepared = PreparedImage(
        tensor: [0.1, -2, 3.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0],
        original: PixelSize(width: 4_000, height: 3_000), thumbnail: Thumbnail(jpeg: [0xFF, 0xD8, 0, 1]), share: 0.625,
        colors: PhotoColors([.red, .brown]))

    @Test func ordersAndAnswersArriveAsTheyAre() async throws {
        let upright = try upright()
        let photo = try folder.write("a photo \u{1F642}.nef", "the photo".utf8)
        let sidecar = try folder.write("a.xmp", "the sidecar".utf8)
        let tags = PhotoTags(embedded: ["Exif.Image.Make": [[0, 255, 10], []]], sidecars: [["Xmp.dc.title": [[65]]]])
        let additions = SidecarAdditions(
            keywords: ["boat", "\u{1F642}"], rating: -1, description: "a sea",
            taken: TakenDate(localSeconds: -5, nanoseconds: 7, utcOffsetMinutes: -90, precision: .month, source: .xmp),
            place: Coordinates(latitude: -1.5, longitude: 2.25),
            faces: [FaceRegion(name: "Anna", x: 0.5, y: 0.25, width: 0.125, height: 0.1)].compactMap(\.self),
            picture: PixelSize(width: 40, height: 30), picks: [.pick, .good], albums: ["Italy"],
            withdrawn: SidecarWithdrawal(
                keywords: ["ship"], rating: 2, description: "a lake", picks: [.pickLabel], albums: ["Zoo", "Rome"]))
        let helper = try Helper { [prepared, input] order, files in
            #expect(order.name.name.elementsEqual("a photo \u{1F642}.nef".utf8) && order.name.suffix == "nef")
            let bytes = try FileSystem.read(files[0])
            try #require(bytes == Array("the photo".utf8))
            switch order.work {
            case .decode(let asked, let thumbnail, let inFull):
                #expect(asked == input && thumbnail && inFull)
                return .image(prepared)
            case .thumbnail(let side):
                #expect(side == 1_600)
                return .thumbnail(Thumbnail(jpeg: [1, 2, 3]))
            case .colors: return .colors(PhotoColors([.white]))
            case .pixels(let count, let quickly):
                #expect(count == 6 && quickly)
                return .pixels(upright)
            case .moment(let milliseconds, let count):
                #expect(count == 6)
                return .moment(milliseconds > 9 ? nil : FilmMoment(upright, at: 9))
            case .size: return .size(PixelSize(width: 3, height: 2))
            case .tags:
                let beside = try FileSystem.read(files[1])
                #expect(beside == Array("the sidecar".utf8))
                return .tags(tags)
            case .sidecar(let asked):
                #expect(asked == additions)
                return .sidecar(bytes + Array(", added to".utf8))
            }
        }
        let image = try helper.ask(.decode(input, thumbnail: true, inFull: true), photo).image
        #expect(image?.tensor.map(\.bitPattern) == prepared.tensor.map(\.bitPattern))
        #expect(image?.original == prepared.original && image?.thumbnail == prepared.thumbnail && image?.share == 0.625)
        #expect(try image?.colors == prepared.colors && helper.ask(.colors, photo).colors == PhotoColors([.white]))
        #expect(try helper.ask(pixels(6), photo).pixels == upright)
        #expect(try helper.ask(.thumbnail(side: 1_600), photo).thumbnail == Thumbnail(jpeg: [1, 2, 3]))
        #expect(try helper.ask(.size, photo).size == PixelSize(width: 3, height: 2))
        #expect(try helper.ask(.tags, photo, sidecar).tags == tags)
        let more = try helper.ask(.sidecar(additions), photo).sidecar
        #expect(more.map { String(decoding: $0, as: UTF8.self) } == "the photo, added to")
        try await helper.leave()
    }

    @Test func errorsArriveFitForDisplayAndAboutThePhotoThatWasMeant() async throws {
        let photo = try folder.write("photo.jpg", [1])
        let helper = try Helper { order, _ in
            let kind: EvokeError.Kind = if case .size = order.work { .libraryDamaged } else { .unsupported }
            throw EvokeError(
                kind, doing: "x", subject: "/etc/passwd", reason: "red \u{1B}[31m",
                remedies: [.advice("Do."), .chooseOption(.library)],
                cause: EvokeError.Cause("errno", code: 5, text: "\u{1B}[31m"))
        }
        let error = EvokeError(
            .unsupported, doing: "read the photo", subject: photo.display, reason: "red \\x1b[31m",
            remedy: "Do. Choose another location for the library.",
            cause: EvokeError.Cause("errno", code: 5, text: "\\x1b[31m"))
        #expect(try helper.fail(.thumbnail(side: 9), photo) == error)
        // What says that the library is broken would end the run.
        #expect(try helper.fail(.size, photo)?.kind == .damaged)
        try await helper.leave()
    }

    private func upright() throws -> UprightPicture {
        UprightPicture(
            try Pixels(Array(1...18), size: PixelSize(width: 3, height: 2)),
            original: PixelSize(width: 300, height: 200))
    }

    private func pixels(_ most: Int) -> Order.Work { .pixels(atMost: most, quickly: true) }

    @Test func pixelsThatNobodyAskedForAreNone() throws {
        let good = Reply(.success(.pixels(try upright())))
        let asked: [Order.Work] = [pixels(6), pixels(5), pixels(-1), .colors]
        #expect(asked.map { good.fits($0) } == [true, false, false, false] && good.payload == 18)
        #expect(good.answer(to: pixels(6), with: Array(1...18))?.pixels == (try upright()))
        // Fewer than its size says, and with how opaque each is.
        #expect(good.answer(to: pixels(6), with: Array(1...17)) == nil)
        #expect(good.answer(to: pixels(8), with: Array(1...24)) == nil)
        let none = Reply(content: .pixels(PixelSize(width: 3, height: 2), original: PixelSize(width: 0, height: 2)))
        #expect(none.answer(to: pixels(6), with: Array(1...18)) == nil)
    }

    @Test func aMomentIsNotBeforeTheOneThatWasAskedFor() throws {
        let work = Order.Work.moment(from: 9, atMost: 6)
        let good = Reply(.success(.moment(FilmMoment(try upright(), at: 9))))
        #expect(good.fits(work) && !good.fits(.moment(from: 9, atMost: 5)) && !good.fits(pixels(5)))
        guard case .moment(let moment?)? = good.answer(to: work, with: Array(1...18)) else {
            Issue.record("it is none")
            return
        }
        #expect(moment.picture == (try upright()) && moment.milliseconds == 9)
        #expect(good.answer(to: .moment(from: 10, atMost: 6), with: Array(1...18)) == nil)
        #expect(good.answer(to: pixels(6), with: Array(1...18)) == nil)
        let none = Reply(.success(.moment(nil)))
        #expect(none.fits(work) && none.payload == 0)
        guard case .moment(nil)? = none.answer(to: work, with: []) else {
            Issue.record("there is one")
            return
        }
        #expect(none.answer(to: .size, with: []) == nil)
    }

    @Test func aSidecarIsOfSomeLength() {
        let work = Order.Work.sidecar(SidecarAdditions(title: "a"))
        let replies = [
            Reply(.success(.sidecar([1, 2]))), Reply(.success(.sidecar([]))),
            Reply(content: .sidecar, tensorBytes: 1 << 40),
            Reply(content: .sidecar, tensorBytes: 1, thumbnailBytes: 1),
        ]
        #expect(replies.map { $0.fits(work) } == [true, false, false, false] && !replies[0].fits(.tags))
    }

    @Test func answersThatCannotBeAreNone() {
        let work = Order.Work.decode(input, thumbnail: true, inFull: false)
        let good = Reply(.success(.image(prepared)))
        let payload = prepared.tensor.withUnsafeBytes { Array($0) } + [1, 2, 3, 4]
        // The last would be a thumbnail that nobody asked for.
        let asked: [Order.Work] = [
            work, .size, .thumbnail(side: 9), .decode(input, thumbnail: false, inFull: false),
        ]
        #expect(asked.map { good.fits($0) } == [true, false, false, false] && good.payload == 28)
        #expect(good.answer(to: work, with: payload)?.image?.tensor == prepared.tensor)
        #expect(good.answer(to: .tags, with: payload) == nil && good.answer(to: .size, with: payload) == nil)
        let wrong: [PreparedImage] = [
            PreparedImage(tensor: [0, 0, 0, 0, 0, .nan], original: prepared.original),
            PreparedImage(tensor: [0, 0, 0, 0, 0, .infinity], original: prepared.original),
            PreparedImage(tensor: prepared.tensor, original: PixelSize(width: -4, height: 3)),
            PreparedImage(tensor: prepared.tensor, original: prepared.original, share: 7),
        ]
        for image in wrong {
            let bytes = image.tensor.withUnsafeBytes { Array($0) }
            #expect(Reply(.success(.image(image))).answer(to: work, with: bytes) == nil)
        }
        for count in [0, 5, 7] {
            let image = PreparedImage(tensor: Array(repeating: 0, count: count), original: prepared.original)
            #expect(!Reply(.success(.image(image))).fits(work))
        }
    }
}

/// A loop at work on one end of a socket, and whoever asks it on the other.
private struct Helper {
    private let socket: Int32
    private let loop: Task<Void, any Error>

    init(_ work: @escaping @Sendable (Order, [DiskPath]) async throws -> HelperReply) throws {
        var ends = [Int32](repeating: -1, count: 2)
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        socket = ends[0]
        let theirs = ends[1]
        loop = Task.detached {
            defer { close(theirs) }
            try await HelperLoop(socket: theirs, work: work).run()
        }
        _ = try Wire.receive(Ready.self, from: socket)
    }

    func ask(_ work: Order.Work, _ files: DiskPath...) throws -> HelperReply {
        let (reply, payload) = try reply(to: work, files)
        return try #require(reply.answer(to: work, with: payload))
    }

    func fail(_ work: Order.Work, _ file: DiskPath) throws -> EvokeError? {
        try reply(to: work, [file]).0.failure(doing: "read the photo", file)
    }

    /// The loop ends when nobody is there any more who could ask.
    func leave() async throws {
        close(socket)
        try await loop.value
    }

    private func reply(to work: Order.Work, _ files: [DiskPath]) throws -> (Reply, [UInt8]) {
        let descriptors = files.map { open($0.display, O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in descriptors { close(descriptor) } }
        try Wire.send(Order(work, name: files[0]), with: descriptors, to: socket)
        let reply = try Wire.receive(Reply.self, from: socket)
        #expect(reply.fits(work))
        return (reply, try Wire.receive(reply.payload, from: socket))
    }
}

extension HelperReply {
    fileprivate var image: PreparedImage? { if case .image(let image) = self { image } else { nil } }
    fileprivate var thumbnail: Thumbnail? { if case .thumbnail(let thumbnail) = self { thumbnail } else { nil } }
    fileprivate var colors: PhotoColors? { if case .colors(let colors) = self { colors } else { nil } }
    fileprivate var pixels: UprightPicture? { if case .pixels(let picture) = self { picture } else { nil } }
    fileprivate var size: PixelSize? { if case .size(let size) = self { size } else { nil } }
    fileprivate var sidecar: [UInt8]? { if case .sidecar(let bytes) = self { bytes } else { nil } }
    fileprivate var tags: PhotoTags? { if case .tags(let tags) = self { tags } else { nil } }
}
