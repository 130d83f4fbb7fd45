package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Decodes photos in separate processes, so that a crash or hang loses only that photo.
package struct DecoderApart: ImageDecoding, ImageShowing {
    private let pool: HelperPool
    private let executor: BlockingExecutor
    private let pixels: any ImageDecoding
    private let inFull: Bool

    /// - Parameters:
    ///   - pixels: prepares pictures that are already decoded, in this process.
    ///   - inFull: whether every pixel is used.
    package init(_ pool: HelperPool, executor: BlockingExecutor, pixels: any ImageDecoding, inFull: Bool = false) {
        self.pool = pool
        self.executor = executor
        self.pixels = pixels
        self.inFull = inFull
    }

    private static func reading(_ file: DiskPath) -> String {
        file.format == .video ? "read the video" : "read the photo"
    }

    package func decode(_ file: DiskPath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage {
        try input.check()
        let order = Order.Work.decode(input, thumbnail: thumbnail, inFull: inFull)
        return try await executor.runWhileWanted { [pool] in
            guard case .image(let image) = try pool.work(order, on: file, doing: Self.reading(file)) else {
                throw Wire.Broken()
            }
            return image
        }.whileWanted()
    }

    package func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage {
        try await self.pixels.decode(pixels, for: input)
    }

    package func thumbnail(of file: DiskPath, named name: DiskPath, side: Int) async throws -> Thumbnail {
        try await executor.run { [pool] in
            let answer = try pool.work(.thumbnail(side: side), on: file, named: name, doing: Self.reading(name))
            guard case .thumbnail(let thumbnail) = answer else { throw Wire.Broken() }
            return thumbnail
        }
    }

    package func colors(of file: DiskPath, named name: DiskPath) async throws -> PhotoColors {
        try await executor.run { [pool] in
            let answer = try pool.work(.colors, on: file, named: name, doing: Self.reading(name))
            guard case .colors(let colors) = answer else { throw Wire.Broken() }
            return colors
        }
    }

    package func pixels(
        of file: DiskPath, named name: DiskPath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture {
        try await executor.runWhileWanted { [pool] in
            let order = Order.Work.pixels(atMost: count, quickly: quickly)
            let answer = try pool.work(order, on: file, named: name, doing: Self.reading(name))
            guard case .pixels(let picture) = answer else { throw Wire.Broken() }
            return picture
        }.whileWanted()
    }

    package func moment(of film: DiskPath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment? {
        try await executor.runWhileWanted { [pool] in
            let order = Order.Work.moment(from: milliseconds, atMost: count)
            guard case .moment(let moment) = try pool.work(order, on: film, doing: Self.reading(film)) else {
                throw Wire.Broken()
            }
            return moment
        }.whileWanted()
    }

    package func size(of file: DiskPath) async throws -> PixelSize {
        try await executor.run { [pool] in
            let answer = try pool.work(.size, on: file, doing: Self.reading(file))
            guard case .size(let size) = answer else { throw Wire.Broken() }
            return size
        }
    }
}

/// Reads tags in separate processes. If a helper is lost, the photo is treated like one with unreadable tags.
package struct TagsApart: TagReading {
    private let pool: HelperPool
    private let executor: BlockingExecutor

    package init(_ pool: HelperPool, executor: BlockingExecutor) {
        self.pool = pool
        self.executor = executor
    }

    package func tags(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoTags {
        try await executor.run { [pool] in
            do {
                let answer = try pool.work(.tags, on: file, beside: sidecars, doing: "read the metadata of")
                guard case .tags(let tags) = answer else { throw Wire.Broken() }
                return tags
            } catch let error as EvokeError where error.kind == .damaged {
                return PhotoTags(embedded: [:], sidecars: [])
            }
        }
    }
}

/// Reads and writes sidecars in separate processes.
package struct SidecarsApart: SidecarWriting {
    private let pool: HelperPool
    private let fresh: any SidecarWriting

    /// - Parameter fresh: creates new sidecars in this process, since no untrusted file is read for them.
    package init(_ pool: HelperPool, fresh: any SidecarWriting) { (self.pool, self.fresh) = (pool, fresh) }

    package func sidecar(
        at path: DiskPath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8] {
        guard bytes != nil else { return try fresh.sidecar(at: path, bytes, adding: additions) }
        let doing = "add to the sidecar"
        do {
            guard case .sidecar(let bytes) = try pool.work(.sidecar(additions), on: path, doing: doing) else {
                throw Wire.Broken()
            }
            return bytes
        } catch let error as EvokeError {
            throw error
        } catch {
            throw EvokeError(
                .damaged, doing: doing, subject: path.display, reason: "its reader sent an invalid answer",
                remedy: "Add it in the program that wrote the sidecar.")
        }
    }
}
