/// A form as browsers write it.
public struct TestForm: Sendable {
    private var parts: [(name: String, fileName: String?, bytes: [UInt8])] = []
    private let boundary = "----evoke7MA4YWxk"

    public init() {}

    public var type: String { "multipart/form-data; boundary=\(boundary)" }

    public var body: [UInt8] {
        parts.flatMap { part in
            let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
            return Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
                + part.bytes + Array("\r\n".utf8)
        } + Array("--\(boundary)--\r\n".utf8)
    }

    public func text(_ name: String, _ value: String) -> TestForm {
        var form = self
        form.parts.append((name, nil, Array(value.utf8)))
        return form
    }

    public func picture(_ bytes: [UInt8], named name: String = "picture.png") -> TestForm {
        var form = self
        form.parts.append(("picture", name, bytes))
        return form
    }
}
