import EvokeCReducedJPEG
import EvokeCVips
import EvokePorts
import EvokeSystem
import EvokeValues

/// An open photo and the source that libvips reads it from. For a raw file or a film, that is its preview.
final class PhotoFile {
    /// A file with more pixels is a mistake or an attack.
    static let maximumPixels = 500_000_000

    static let largestInMemory = 32_000_000

    let path: DiskPath
    /// Nil if the pixels are already decoded.
    let source: UnsafeMutablePointer<VipsSource>?
    private let format: Format
    private let preview: FilePreview?

    /// Formats that are read into memory before decoding. If such a file shrinks or becomes unreadable in the
    /// meantime, the process would crash: libvips maps WebP and GIF, and libheif assumes that reading never fails.
    private static let readWhole = ["Webp", "Nsgif", "Heif"]
    private static let jpeg2000 = "Jp2k"

    private enum Format {
        case jpeg, jpegXL, bmp, pixels, other
    }

    init(_ path: DiskPath) throws(EvokeError) {
        self.path = path
        try Vips.start()
        let opened = try OpenFile(path, .readAtOnce, doing: Self.doing)
        defer { withExtendedLifetime(opened) {} }
        let status = try opened.status()
        guard status.isFile else {
            throw Self.error(.unsupported, path, "it is not a regular file", "Choose a photo.")
        }
        guard status.size > 0 else {
            throw Self.error(.damaged, path, "the file is empty", "Restore it from a backup.")
        }
        let magic = try opened.bytes(4, at: 0)

        guard let stream = vips_source_new_from_descriptor(opened.descriptor) else {
            vips_error_clear()
            throw Self.error(.unreadable, path, "libvips cannot open it", "")
        }
        let loader = Self.loader(of: stream)
        guard loader != nil || magic.starts(with: "BM".utf8) else {
            g_object_unref(stream)
            guard magic != [0x49, 0x49, 42, 0], magic != [0x4D, 0x4D, 0, 42] else {
                throw Self.error(
                    .damaged, path, "the TIFF's directory is missing, probably because its end is",
                    "Restore it from a backup.")
            }
            throw Self.error(
                .unsupported, path, "it is not a picture in a supported format",
                "Evoke reads JPEG, PNG, WebP, TIFF, GIF, HEIC, AVIF, JPEG XL, JPEG 2000, BMP and raw files.")
        }
        if let loader, loader.contains(Self.jpeg2000), !JPEG2000.isPlain({ (try? opened.bytes($1, at: $0)) ?? [] }) {
            g_object_unref(stream)
            throw Self.oddJPEG2000(path)
        }
        format = Self.format(loader)
        preview = nil
        if let loader, Self.readWhole.contains(where: loader.contains) {
            g_object_unref(stream)
            source = try Self.sourceInMemory(path)
        } else {
            source = stream
        }
    }

    /// - Parameter preview: stands for the file; nil if the file itself is a picture.
    convenience init(_ path: DiskPath, _ preview: FilePreview?) throws(EvokeError) {
        guard let preview else {
            try self.init(path)
            return
        }
        try self.init(path, through: preview)
    }

    private init(_ path: DiskPath, through preview: FilePreview) throws(EvokeError) {
        self.path = path
        self.preview = preview
        guard case .file(let bytes) = preview.content else {
            source = nil
            format = .pixels
            return
        }
        try Vips.start()
        let source = bytes.isEmpty ? nil : evoke_vips_source_of_bytes(bytes, bytes.count)
        guard let source, let loader = Self.loader(of: source) else {
            if let source { g_object_unref(source) }
            throw Self.error(.damaged, path, "its embedded preview is damaged", "Restore it from a backup.")
        }
        if loader.contains(Self.jpeg2000), !JPEG2000.isPlain({ Array(bytes.dropFirst($0).prefix($1)) }) {
            g_object_unref(source)
            throw Self.oddJPEG2000(path)
        }
        self.source = source
        format = Self.format(loader)
    }

    deinit {
        if let source { g_object_unref(source) }
    }

    /// The picture's orientation; a preview has it outside its file.
    func orientation(of picture: VipsPicture) -> Orientation {
        preview.map { Orientation(rawValue: $0.orientation) ?? .upright } ?? picture.orientation
    }

    /// The photo's own size, given the size of the decoded picture.
    func original(_ decoded: PixelSize) -> PixelSize { preview?.original ?? decoded }

    /// Reads only the header; pixels are decoded when requested.
    func open() throws(EvokeError) -> VipsPicture {
        guard let picture = try load("") else { throw failure() }
        try checkSize(picture.width, picture.height)
        // libvips counts a depth map as a channel, and libjxl returns at most four.
        guard format != .jpegXL || picture.bands <= 4 else {
            throw error(
                .unsupported, "the JPEG XL has more than four channels",
                "Save it without a depth map or other extra channels, or as PNG or TIFF.")
        }
        return picture
    }

    func checkSize(_ width: Int, _ height: Int) throws(EvokeError) {
        guard width * height <= Self.maximumPixels else {
            throw error(
                .tooLarge,
                "its \(width) × \(height) pixels exceed the limit of \(Self.maximumPixels / 1_000_000) million",
                "Save it at a smaller size.")
        }
    }

    /// From the header; nil if it is truncated, or of the oldest kind with 16-bit sizes.
    private static func sizeOfBMP(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 26, bytes[14] >= 40 else { return nil }
        func side(at offset: Int) -> Int {
            let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
            // A negative height means that rows are stored from top to bottom.
            return Int(Int32(bitPattern: number).magnitude)
        }
        return (side(at: 18), side(at: 22))
    }

    /// Reopens the photo, scaled down by its decoder.
    func open(shrunkBy shrink: Int, of whole: VipsPicture) throws(EvokeError) -> VipsPicture {
        if let bytes = bytesInMemory(), let quick = ReducedJPEG.picture(bytes, of: whole, shrunkBy: shrink) {
            return quick
        }
        guard let picture = try load("[shrink=\(shrink)]") else { throw failure() }
        return picture
    }

    /// The factor by which the decoder itself can scale the photo down on the way to `scaled`. It leaves almost three
    /// times the target size: any less changes embeddings more than the time saved is worth.
    ///
    /// - Parameter quickly: leave only the target size.
    func shrinkOnLoad(from stored: PixelSize, to scaled: PixelSize, quickly: Bool = false) -> Int {
        guard format == .jpeg else { return 1 }
        let tenths = quickly ? 10 : 29
        return [8, 4, 2].first {
            10 * stored.width >= tenths * $0 * scaled.width && 10 * stored.height >= tenths * $0 * scaled.height
        } ?? 1
    }

    /// Why decoding failed: because of the disk, which may be temporary, or the file.
    func failure() -> EvokeError {
        do {
            try FileSystem.forEachChunk(of: path, doing: Self.doing) { _ in }
            // Debian's libjxl 0.7 fails on valid files of newer encoders without saying why.
            if format == .jpegXL {
                return Self.error(
                    .damaged, path, "it is damaged or truncated, or not supported by the installed libjxl",
                    "If another program can open it, save it there as PNG or TIFF. Otherwise restore it from a backup.")
            }
            return Self.error(.damaged, path, "the file is damaged or truncated", "Restore it from a backup.")
        } catch {
            return error
        }
    }

    private static func sourceInMemory(_ path: DiskPath) throws(EvokeError) -> UnsafeMutablePointer<VipsSource> {
        var bytes: [UInt8] = []
        try FileSystem.forEachChunk(of: path, doing: doing) { bytes.append(contentsOf: $0) }
        let blob = bytes.withUnsafeBytes { vips_blob_copy($0.baseAddress, $0.count) }
        defer { if let blob { vips_area_unref(UnsafeMutableRawPointer(blob).assumingMemoryBound(to: VipsArea.self)) } }
        guard !bytes.isEmpty, let blob, let source = vips_source_new_from_blob(blob) else {
            vips_error_clear()
            throw error(.damaged, path, "the file is damaged or truncated", "Restore it from a backup.")
        }
        return source
    }

    /// The bytes of the file that is decoded; nil if so large that several of them would fill the memory.
    func bytesInMemory(upTo most: Int = largestInMemory) -> [UInt8]? {
        if case .file(let bytes)? = preview?.content { return bytes }
        guard let size = FileSystem.status(of: path)?.size, size <= most else { return nil }
        // On failure, the caller decodes the file itself and reports why.
        return try? FileSystem.read(path)
    }

    func load(_ options: String) throws(EvokeError) -> VipsPicture? {
        defer { vips_error_clear() }
        if format == .bmp {
            // `failure` finds the reason later.
            guard let bytes = try? FileSystem.read(path) else { return nil }
            // All pixels are decoded at once, so the size is checked first.
            if let (width, height) = Self.sizeOfBMP(bytes) { try checkSize(width, height) }
            return try LargeBMP.picture(of: bytes, file: self)
        }
        if case .pixels(let bytes, let size)? = preview?.content {
            guard bytes.count >= 3 * size.width * size.height else { return nil }
            return vips_image_new_from_memory_copy(
                bytes, bytes.count, Int32(size.width), Int32(size.height), 3, VIPS_FORMAT_UCHAR
            ).map { VipsPicture($0).applying(evoke_vips_mark_as_srgb) } ?? nil
        }
        return source.flatMap { evoke_vips_open($0, options, VIPS_FAIL_ON_ERROR) }.map(VipsPicture.init)
    }

    /// Nil if none of the allowed loaders recognizes the file.
    private static func loader(of source: UnsafeMutablePointer<VipsSource>) -> String? {
        defer { vips_error_clear() }
        return vips_foreign_find_load_source(source).map { String(cString: $0) }
    }

    /// An allowed file for which libvips has no loader of its own is a BMP.
    private static func format(_ loader: String?) -> Format {
        guard let loader else { return .bmp }
        return loader.contains("Jpeg") ? .jpeg : loader.contains("Jxl") ? .jpegXL : .other
    }

    private static func oddJPEG2000(_ path: DiskPath) -> EvokeError {
        error(
            .unsupported, path, "JPEG 2000 with a palette, an offset or subsampling is not supported",
            "Save it as PNG or TIFF.")
    }

    func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        Self.error(kind, path, reason, remedy)
    }

    private static let doing = "read the photo"

    private static func error(
        _ kind: EvokeError.Kind, _ path: DiskPath, _ reason: String, _ remedy: String
    ) -> EvokeError {
        EvokeError(kind, doing: doing, subject: path.display, reason: reason, remedy: remedy)
    }
}

/// Decodes large JPEGs at 1/8 or 1/4 of their size, in half of libjpeg's time.
enum ReducedJPEG {
    /// Nil if only libjpeg can decode it, or if it is damaged.
    static func picture(_ jpeg: [UInt8], of whole: VipsPicture, shrunkBy shrink: Int) -> VipsPicture? {
        guard shrink == 8 || shrink == 4, whole.bands == 3 else { return nil }
        let pixels = Int32(8 / shrink)
        let width = evoke_reduced_side(Int32(whole.width), pixels)
        let height = evoke_reduced_side(Int32(whole.height), pixels)
        let count = 3 * Int(width) * Int(height)
        var isWhole = false
        let rgb = [UInt8](unsafeUninitializedCapacity: count) { rgb, filled in
            isWhole = evoke_decode_reduced_jpeg(jpeg, jpeg.count, pixels, width, height, rgb.baseAddress) == 1
            filled = isWhole ? count : 0
        }
        guard isWhole else { return nil }
        let memory = vips_image_new_from_memory_copy(rgb, count, width, height, 3, VIPS_FORMAT_UCHAR)
        guard let picture = memory.map(VipsPicture.init)?.applying(evoke_vips_mark_as_srgb) else { return nil }
        if let profile = whole.block(VIPS_META_ICC_NAME) {
            vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, profile, profile.count)
        }
        return picture
    }
}
