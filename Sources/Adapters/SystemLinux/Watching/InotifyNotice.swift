import EvokeIndexing
import Glibc

extension FolderNotice {
    static let wanted = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR
            | IN_EXCL_UNLINK)

    /// Parses the kernel's format: four numbers, and a name that is padded with zeros to the length in the last
    /// number.
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

    private init(watch: Int32, mask: UInt32, name: [UInt8]) {
        func has(_ bit: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
        let happened: Happening =
            if has(IN_Q_OVERFLOW) {
                .overflow
            } else if has(IN_IGNORED) {
                .end
            } else if has(IN_CREATE) {
                .created
            } else if has(IN_MODIFY) {
                .modified
            } else if has(IN_CLOSE_WRITE) {
                .closed
            } else if has(IN_MOVED_TO) {
                .came
            } else if has(IN_MOVED_FROM) {
                .left
            } else {
                has(IN_DELETE) ? .deleted : .attributes
            }
        self.init(watch: watch, happened, name: name, isOfFolder: has(IN_ISDIR))
    }
}
