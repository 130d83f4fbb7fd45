/// A picture with fields, as `multipart/form-data`.
struct UploadForm {
    private let boundary: String
    private var bytes: [UInt8] = []

    init(picture: [UInt8]) {
        // Too long to occur in a picture by chance.
        boundary = "evoke-" + (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        add("picture\"; filename=\"picture", picture)
    }

    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, Array(value.utf8)) }
    }

    private mutating func add(_ name: String, _ value: [UInt8]) {
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8
        bytes += value
        bytes += "\r\n".utf8
    }

    var type: String { "multipart/form-data; boundary=\(boundary)" }
    var body: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }
}
