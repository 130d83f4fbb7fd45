import Glibc

/// One notice as the kernel gives it.
struct FolderNotice {
    enum Happening {
        case created, modified, closed, attributes, came, left, deleted
    }

    static let wanted = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR
            | IN_EXCL_UNLINK)

    let watch: Int32
    private let mask: UInt32
    /// Of what is in the watched folder; empty for the folder itself.
    let name: [UInt8]

    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// The folder is not watched any more.
    var isEnd: Bool { has(IN_IGNORED) }
    var isOfFolder: Bool { has(IN_ISDIR) }

    var happened: Happening {
        if has(IN_CREATE) { return .created }
        if has(IN_MODIFY) { return .modified }
        if has(IN_CLOSE_WRITE) { return .closed }
        if has(IN_MOVED_TO) { return .came }
        if has(IN_MOVED_FROM) { return .left }
        return has(IN_DELETE) ? .deleted : .attributes
    }

    /// Four numbers, and the name, filled up with zeros to the length that the last number says.
    static func all(in bytes: ArraySlice<UInt8>) -> [FolderNotice] {
        var notices: [FolderNotice] = []
        var rest = bytes
        while rest.count >= 16 {
            let (watch, mask, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = rest.dropFirst(16).prefix(length)
            notices.append(FolderNotice(watch: watch, mask: mask, name: Array(name.prefix { $0 != 0 })))
            rest = rest.dropFirst(16 + length)
        }
        return notices
    }

    private func has(_ bit: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
}
