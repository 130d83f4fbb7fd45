/// Tells damaged bytes from whole ones, at several bytes a clock tick. Any change within a single word is certain to
/// show, because every step maps different states to different states. No defence against an attacker.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let prime: UInt64 = 0x9e37_79b9_7f4a_7c15
    // Four independent lanes, because one multiplication has to wait for the one before it.
    var (a, b, c, d) = (prime, prime &+ 1, prime &+ 2, prime &+ 3)
    var offset = 0
    while offset + 32 <= bytes.count {
        a = (a ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
        b = (b ^ bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)) &* prime
        c = (c ^ bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)) &* prime
        d = (d ^ bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)) &* prime
        offset += 32
    }
    while offset < bytes.count {
        a = (a ^ UInt64(bytes[offset])) &* prime
        offset += 1
    }
    return [b, c, d].reduce(a ^ a >> 29) { sum, lane in (sum ^ lane ^ lane >> 29) &* prime }
}
