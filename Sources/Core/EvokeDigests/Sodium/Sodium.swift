import EvokeCSodium

enum Sodium {
    /// Selects the fastest code for this processor and opens the source of random numbers.
    private static let isReady: Bool = sodium_init() >= 0

    static func start() {
        precondition(isReady, "libsodium found no source of random numbers")
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// 16 bytes of BLAKE2b.
    static func digest(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
        return digest
    }
}
