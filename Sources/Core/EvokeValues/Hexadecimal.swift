extension UInt8 {
    /// Two lowercase digits.
    package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Sequence<UInt8> {
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}
