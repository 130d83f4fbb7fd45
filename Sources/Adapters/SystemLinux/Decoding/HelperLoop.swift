import EvokeCApart
import EvokePorts
import EvokeSystem
package import EvokeValues

/// The helper's side: handles orders from a socket, one after another, until it is closed.
package struct HelperLoop: Sendable {
    private let socket: Int32
    private let work: @Sendable (Order, [DiskPath]) async throws -> HelperReply

    /// - Parameter work: receives the photo's file, followed by those of its sidecars.
    package init(socket: Int32, work: @escaping @Sendable (Order, [DiskPath]) async throws -> HelperReply) {
        self.socket = socket
        self.work = work
    }

    /// Reports that it is ready, and works until the other side closes the socket.
    package func run() async throws {
        try Wire.send(Ready(), to: socket)
        while let (order, descriptors) = try Wire.receiveWithDescriptors(Order.self, from: socket) {
            try send(await result(of: order, with: descriptors))
        }
    }

    /// Closes the files before the answer is sent.
    private func result(of order: Order, with descriptors: [Int32]) async throws -> Result<HelperReply, EvokeError> {
        defer { for descriptor in descriptors { Descriptors.close(descriptor) } }
        do {
            return .success(try await work(order, descriptors.map(OpenFile.path)))
        } catch let error as EvokeError {
            return .failure(error)
        }
    }

    private func send(_ result: Result<HelperReply, EvokeError>) throws {
        try Wire.send(Reply(result), to: socket)
        switch result {
        case .success(.image(let image)):
            try image.tensor.withUnsafeBytes { try Wire.send($0, to: socket) }
            try image.thumbnail?.jpeg.withUnsafeBytes { try Wire.send($0, to: socket) }
        case .success(.pixels(let picture)):
            try picture.pixels.bytes.withUnsafeBytes { try Wire.send($0, to: socket) }
        case .success(.moment(let moment?)):
            try moment.picture.pixels.bytes.withUnsafeBytes { try Wire.send($0, to: socket) }
        case .success(.thumbnail(let thumbnail)):
            try thumbnail.jpeg.withUnsafeBytes { try Wire.send($0, to: socket) }
        case .success(.sidecar(let bytes)):
            try bytes.withUnsafeBytes { try Wire.send($0, to: socket) }
        default: break
        }
    }
}

/// The first message of a helper.
struct Ready: Message {
    private static let word = "ready"

    init() {}

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        guard try fields.text() == Self.word else { throw FieldReader.Malformed() }
    }

    func write(to fields: inout FieldWriter) { fields.add(Self.word) }
}

/// How a helper confines itself before it opens any picture.
package enum Confinement {
    /// No valid photo needs more; machines with less memory have to swap.
    private static let leastMemory: UInt64 = 4 << 30

    /// Makes the kernel end this process along with the one that started it. Call it first; false if the starter has
    /// already ended.
    package static func endWithStarter() -> Bool { evoke_end_with_starter() != 0 }

    /// Hides the user's files from this process, which can then only read files that it receives open. Call it while
    /// there is a single thread, and before any decoder is loaded; false if the kernel can hide files but failed to.
    package static func hideFiles() -> Bool { evoke_hide_files() == 0 }

    /// Limits this process's resources and system calls; false if the kernel refused.
    package static func begin() -> Bool {
        evoke_limit_resources(max(leastMemory, Machine.memory)) == 0 && evoke_confine() == 0
    }
}
