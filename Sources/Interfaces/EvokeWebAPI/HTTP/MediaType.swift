import EvokePorts
import EvokeValues

/// A `Content-Type` or `Content-Disposition`: a word, and parameters by lower-case name.
struct MediaType {
    let word: String
    let parameters: [String: String]

    /// Nil if it does not follow the standard.
    init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        word = Self.token(&rest).lowercased()
        guard !word.isEmpty else { return nil }
        var parameters: [String: String] = [:]
        while true {
            Self.skipSpace(&rest)
            guard let next = rest.popFirst() else { break }
            guard next == UInt8(ascii: ";") else { return nil }
            Self.skipSpace(&rest)
            // A trailing semicolon is allowed.
            if rest.isEmpty { break }
            let name = Self.token(&rest).lowercased()
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let value = Self.value(&rest),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.parameters = parameters
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
        while let byte = rest.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { rest.removeFirst() }
    }

    private static func token(_ rest: inout ArraySlice<UInt8>) -> String {
        let token = rest.prefix { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"[]?=".utf8.contains($0) }
        rest = rest.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self)
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let value = token(&rest)
            return value.isEmpty ? nil : value
        }
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
            // Browsers escape only quotes, and leave the backslashes of Windows paths as they are.
            case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\""):
                rest.removeFirst()
                bytes.append(UInt8(ascii: "\""))
            default: bytes.append(byte)
            }
        }
        return nil
    }
}

/// The type of a picture or film by its extension: the catalog has only files with known ones.
struct PictureType {
    let name: String
    let isShownByBrowsers: Bool

    init(_ path: DiskPath) {
        (name, isShownByBrowsers) =
            switch path.format {
            case .video: (Self.film(path.suffix), false)
            case .raw: ("image/x-\(path.suffix)", false)
            case .jpeg: ("image/jpeg", true)
            case .png: ("image/png", true)
            case .webp: ("image/webp", true)
            case .gif: ("image/gif", true)
            case .avif: ("image/avif", true)
            case .bmp: ("image/bmp", true)
            case .tiff: ("image/tiff", false)
            case .heic: ("image/heic", false)
            case .jxl: ("image/jxl", false)
            case .jp2: ("image/jp2", false)
            case nil: ("application/octet-stream", false)
            }
    }

    /// Whether a browser can play it depends on the codecs, which it finds out by itself.
    private static func film(_ suffix: String) -> String {
        switch suffix {
        case "webm": "video/webm"
        case "mkv": "video/x-matroska"
        case "avi": "video/x-msvideo"
        case "mts", "m2ts": "video/mp2t"
        case "3gp": "video/3gpp"
        case "mov": "video/quicktime"
        default: "video/mp4"
        }
    }
}
