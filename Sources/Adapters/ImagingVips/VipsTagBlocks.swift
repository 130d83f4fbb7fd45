import EvokeCVips
package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Extracts the EXIF and XMP blocks of a picture with libvips, without decoding it.
package struct VipsTagBlocks: TagBlockReading {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    package func tagBlocks(of file: DiskPath) async throws -> TagBlocks {
        try await executor.run {
            let picture = try PhotoFile(file).open()
            return TagBlocks(exif: picture.block(VIPS_META_EXIF_NAME), xmp: Self.xmp(of: picture))
        }
    }

    private static func xmp(of picture: VipsPicture) -> [UInt8]? {
        // In HEIC, libvips recognizes XMP only without a packet wrapper; other blocks are just numbered.
        picture.block(VIPS_META_XMP_NAME)
            ?? (0..<8).lazy.compactMap { picture.block("heif-mime-\($0)") }.first { $0.starts(with: "<?xpacket".utf8) }
    }
}
