import EvokeSystem

/// A form as `multipart/form-data` (RFC 7578).
struct Form {
    struct Part {
        let name: String
        let fileName: String?
        let bytes: ArraySlice<UInt8>
    }

    let parts: [Part]

    init(_ body: [UInt8], boundary: String) throws(Problem) {
        guard (1...70).contains(boundary.utf8.count) else { throw Self.broken("its boundary is missing or too long") }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // No line break precedes the first delimiter.
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw Self.broken("it does not start with its boundary")
        }
        var rest = body[(delimiter.count - 2)...]
        var parts: [Part] = []
        while true {
            if rest.starts(with: "--".utf8) { break }
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.starts(with: "\r\n".utf8) else { throw Self.broken("no line break follows a boundary") }
            guard parts.count < Limits.formParts else {
                throw Self.broken("it has more than \(Limits.formParts) parts")
            }
            guard let end = rest.firstPlace(of: delimiter) else { throw Self.broken("its last boundary is missing") }
            parts.append(try Self.part(rest[..<end.lowerBound].dropFirst(2)))
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    /// The part of that name; nil if there is none.
    func part(_ name: String) throws(Problem) -> Part? {
        let found = parts.filter { $0.name == name }
        guard found.count <= 1 else { throw .wrongUsage("the form has '\(name)' twice") }
        return found.first
    }

    func text(_ name: String) throws(Problem) -> String? {
        guard let part = try part(name) else { return nil }
        guard let text = String(validating: part.bytes, as: UTF8.self) else {
            throw .wrongUsage("the form's '\(name)' is not UTF-8")
        }
        return text
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
        let newLine = Array("\r\n".utf8)
        var rest = bytes
        var disposition: MediaType?
        var fieldCount = 0
        while !rest.starts(with: newLine) {
            fieldCount += 1
            guard let end = rest.firstPlace(of: newLine), fieldCount <= 8, end.lowerBound - rest.startIndex <= 4_096
            else { throw broken("the header of a part is malformed") }
            let line = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            let halves = line.split(separator: ":", maxSplits: 1)
            if halves.count == 2, halves[0].lowercased() == "content-disposition" {
                disposition = MediaType(halves[1].drop { $0 == " " || $0 == "\t" })
            }
            rest = rest[end.upperBound...]
        }
        guard let disposition, disposition.word == "form-data", let name = disposition.parameters["name"] else {
            throw broken("a part has no name")
        }
        return Part(name: name, fileName: disposition.parameters["filename"], bytes: rest.dropFirst(2))
    }

    private static func broken(_ reason: String) -> Problem {
        .wrongUsage("the form is malformed: \(reason)")
    }
}
