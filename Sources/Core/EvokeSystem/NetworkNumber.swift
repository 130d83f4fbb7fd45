import Foundation

/// Numeric network addresses.
package enum NetworkNumber {
    package static func isV4(_ text: String) -> Bool { v4(text) != nil }

    package static func isV6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    /// Whether it is a loopback address.
    package static func isLoopback(v4 text: String) -> Bool { v4(text).map { $0 >> 24 == 127 } ?? false }

    private static func v4(_ text: String) -> UInt32? {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1 ? UInt32(bigEndian: address.s_addr) : nil
    }
}
