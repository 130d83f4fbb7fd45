import EvokeCVips
package import EvokeValues
package import EvokeWorkers

/// Takes the blocks of EXIF and XMP out of a picture with libvips, without decoding it.
package struct VipsTagBlocks: TagBlockReading {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    package func tagBlocks(of file: FilePath) async throws -> TagBlocks {
        try await executor.run {
            let picture = try PhotoFile(file).open()
            return TagBlocks(exif: picture.block(VIPS_META_EXIF_NAME), xmp: Self.xmp(of: picture))
        }
    }

    private static func xmp(of picture: VipsPicture) -> [UInt8]? {
        // In HEIC, libvips takes for XMP only what has no packet around it; the rest it counts.
        picture.block(VIPS_META_XMP_NAME)
            ?? (0..<8).lazy.compactMap { picture.block("heif-mime-\($0)") }.first { $0.starts(with: "<?xpacket".utf8) }
    }
}
