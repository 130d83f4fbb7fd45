import EvokeValues

extension FileStamp {
    /// Changes with the file's state; can be used in URLs and ETags.
    var version: String {
        let parts = (size, modifiedNanoseconds, inode, changedNanoseconds ?? 0)
        return Fingerprint.of(withUnsafeBytes(of: parts) { Array($0) }, digits: 8)
    }

    var httpDate: String {
        let seconds = modifiedNanoseconds / 1_000_000_000
        let time = TakenDate(localSeconds: seconds, source: .fileModified).local
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // January 1, 1970, was a Thursday.
        let day = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((seconds / 86_400) % 7 + 7) % 7]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][time.month - 1]
        return
            "\(day), \(two(time.day)) \(month) \(time.year) \(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
    }
}

/// Short names for long texts: FNV-1a, 64 bits. They tell texts apart, but are not secure.
enum Fingerprint {
    static func of(_ bytes: some Sequence<UInt8>, digits: Int = 16) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let text = String(hash, radix: 16)
        return String((String(repeating: "0", count: 16 - text.count) + text).suffix(digits))
    }
}
