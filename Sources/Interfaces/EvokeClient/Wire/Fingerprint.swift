package import EvokeValues

extension FileStamp {
    /// Changes with the file's state; can be used in URLs and ETags.
    package var version: String {
        let parts = (size, modifiedNanoseconds, inode, changedNanoseconds ?? 0)
        return Fingerprint.of(withUnsafeBytes(of: parts) { Array($0) }, digits: 8)
    }
}

/// Short names for long texts: FNV-1a, 64 bits. They tell texts apart, but are not secure.
package enum Fingerprint {
    package static func of(_ bytes: some Sequence<UInt8>, digits: Int = 16) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let text = String(hash, radix: 16)
        return String((String(repeating: "0", count: 16 - text.count) + text).suffix(digits))
    }
}
