import EvokeCQRencode

/// A QR code as lines of half blocks, dark on light whatever the terminal's colours are. Nil for a text that is too long.
package func terminalQR(of text: String) -> [String]? {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    // The standard asks for a light margin of four modules; two are enough for phones.
    let margin = 2
    func isDark(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - margin, column - margin)
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules[row * side + column] & 1 == 1
    }
    let whole = side + 2 * margin
    return stride(from: 0, to: whole, by: 2).map { row in
        let halves = (0..<whole).map { column in
            switch (isDark(row, column), isDark(row + 1, column)) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }
        return "\u{1B}[30;107m" + halves.joined() + "\u{1B}[0m"
    }
}
