import Foundation

/// Reading a tokenizer.json: the vocabulary goes into tables, all else stays JSON.
struct TokenizerSource {
    /// Everything but the vocabulary.
    let configuration: ConfigurationNode
    private let pieces: KeyList
    private let scores: [Double]
    /// Where the vocabulary stands among the bytes.
    private let vocabularyRange: Range<Int>?
    private let bytes: [UInt8]

    init(bytes: [UInt8], file: String) throws(TokenizerError) {
        var parser = try JSONParser(bytes: bytes, file: file)
        var members: [String: JSONValue] = [:]
        var model: [String: JSONValue]?
        var pieces = KeyList()
        var scores: [Double] = []
        var vocabularyRange: Range<Int>?
        try parser.forEachMember { (name, parser) throws(TokenizerError) in
            guard name == "model", try parser.nextToken() == UInt8(ascii: "{") else {
                members[name] = try parser.value()
                return
            }
            model = [:]
            try parser.forEachMember { (name, parser) throws(TokenizerError) in
                guard name == "vocab", try parser.nextToken() == UInt8(ascii: "[") else {
                    model?[name] = try parser.value()
                    return
                }
                let start = parser.position
                try parser.forEachElement { (parser) throws(TokenizerError) in
                    try Self.readPiece(&parser, &pieces, &scores)
                }
                vocabularyRange = start..<parser.position
            }
        }
        try parser.expectEnd()
        if let model { members["model"] = .object(model) }
        configuration = ConfigurationNode(value: .object(members), key: "", file: file)
        self.pieces = pieces
        self.scores = scores
        self.vocabularyRange = vocabularyRange
        self.bytes = bytes
    }

    private static func readPiece(
        _ parser: inout JSONParser, _ pieces: inout KeyList, _ scores: inout [Double]
    ) throws(TokenizerError) {
        let failure = TokenizerError(
            reading: parser.file, key: "model.vocab[\(pieces.count)]", reason: "a piece and its score were expected")
        guard try parser.nextToken() == UInt8(ascii: "[") else { throw failure }
        var part = 0
        try parser.forEachElement { (parser) throws(TokenizerError) in
            switch (part, try parser.nextToken()) {
            case (0, UInt8(ascii: "\"")):
                try pieces.append { (bytes) throws(TokenizerError) in try parser.string(appendingTo: &bytes) }
            case (1, _):
                guard let score = try parser.value().double else { throw failure }
                scores.append(score)
            default: throw failure
            }
            part += 1
        }
        guard part == 2 else { throw failure }
    }

    /// The compiled form.
    func image(origin: [UInt8]) throws(TokenizerError) -> [UInt8] {
        guard let vocabularyRange else {
            throw configuration["model"]["type"].value == .string("Unigram")
                ? configuration["model"]["vocab"].failure("a list of pieces was expected")
                : configuration["model"]["type"].unsupported()
        }
        let rest = bytes[..<vocabularyRange.lowerBound] + Array("null".utf8) + bytes[vocabularyRange.upperBound...]
        return CompiledImage.bytes(origin: origin, configuration: Array(rest), pieces: pieces, scores: scores)
    }
}

/// The whole content of a file.
func readFile(_ path: String) throws(TokenizerError) -> [UInt8] {
    // Positions in it are kept as 32-bit numbers.
    let sizeLimit = 1 << 30
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TokenizerError(reading: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0 { content.reserveCapacity(Int(status.st_size) + 1) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while true {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw TokenizerError(reading: path, reason: String(cString: strerror(errno))) }
        if count == 0 { return content }
        content.append(contentsOf: chunk[..<count])
        guard content.count <= sizeLimit else { throw TokenizerError(reading: path, reason: "it is over 1 GB") }
    }
}
