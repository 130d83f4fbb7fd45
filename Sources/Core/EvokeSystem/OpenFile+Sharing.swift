import Glibc

/// Files with equal content that can share their storage.
extension OpenFile {
    package enum Sharing: Sendable {
        case shared
        /// Their content differs, or differs by now.
        case different
        /// Their disk cannot do it, or they are on two disks.
        case impossible
    }

    /// Makes this file share the storage of another one with equal content; the system compares them first. They stay
    /// two files: writing to one does not change the other.
    package func shareContent(of other: OpenFile, bytes count: Int64) -> Sharing {
        var done: Int64 = 0
        while done < count {
            var request = DedupeRequest(
                sourceOffset: UInt64(done), length: UInt64(min(count - done, DedupeRequest.most)), destinations: 1,
                descriptor: Int64(descriptor), offset: UInt64(done))
            guard ioctl(other.descriptor, DedupeRequest.number, &request) == 0 else { return .impossible }
            if request.status == DedupeRequest.differs { return .different }
            guard request.status == 0, request.bytes > 0 else { return .impossible }
            done += Int64(request.bytes)
        }
        return .shared
    }
}

/// Linux's `struct file_dedupe_range` with one destination, which Swift's Glibc lacks.
private struct DedupeRequest {
    /// `FIDEDUPERANGE`.
    static let number: UInt = 0xc018_9436
    /// `FILE_DEDUPE_RANGE_DIFFERS`.
    static let differs: Int32 = 1
    /// Some file systems take no more at once.
    static let most: Int64 = 16 << 20

    let sourceOffset: UInt64
    let length: UInt64
    let destinations: UInt16
    private let reserved: UInt16 = 0
    private let alsoReserved: UInt32 = 0
    let descriptor: Int64
    let offset: UInt64
    private(set) var bytes: UInt64 = 0
    private(set) var status: Int32 = 0
    private let end: UInt32 = 0

    init(sourceOffset: UInt64, length: UInt64, destinations: UInt16, descriptor: Int64, offset: UInt64) {
        (self.sourceOffset, self.length, self.destinations) = (sourceOffset, length, destinations)
        (self.descriptor, self.offset) = (descriptor, offset)
    }
}
