import EvokeCTesseract
import EvokeLinux
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// Recognizes lines of text with Tesseract, in the languages whose files are in its folder.
package final class TesseractLines: LineReading {
    private static let suffix = Array(".traineddata".utf8)
    /// Files with the same suffix that are not languages.
    private static let others: Set<String> = ["osd", "equ"]

    package let identity: String
    package let languages: [String]
    private let folder: DiskPath
    /// Unused instances, by their languages. Each is used by one thread at a time.
    private let idle = Locked<[String: [Instance]]>([:])

    /// - Parameter folder: the folder of language files, which may be missing.
    package init(folder: DiskPath) throws(EvokeError) {
        try LateLibrary.tesseract.load()
        self.folder = folder
        // An unreadable folder has no languages.
        let names = ((try? FileSystem.names(in: folder)) ?? []).filter {
            $0.count > Self.suffix.count && $0.suffix(Self.suffix.count).elementsEqual(Self.suffix)
        }
        languages = names.map { String(decoding: $0.dropLast(Self.suffix.count), as: UTF8.self) }
            .filter { !Self.others.contains($0) }.sorted()
        let sizes = names.map { name in
            "\(String(decoding: name, as: UTF8.self)) \(FileSystem.size(of: [folder.appending(name)]))"
        }
        identity = (["tesseract \(String(cString: TessVersion()))"] + sizes.sorted()).joined(separator: " ")
    }

    /// The folder of Tesseract's language files: the user's setting, otherwise where Debian, other systems or
    /// Tesseract's own installer put them; nil if there is none.
    package static func folder() -> DiskPath? {
        let named = Environment.variable("TESSDATA_PREFIX").map { [$0, $0.appending("tessdata")] } ?? []
        let usual = [
            "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract/tessdata", "/usr/share/tessdata",
            "/usr/local/share/tessdata",
        ]
        return (named + usual.map { DiskPath($0) }).first { folder in
            // As above.
            ((try? FileSystem.names(in: folder)) ?? []).contains { $0.suffix(suffix.count).elementsEqual(suffix) }
        }
    }

    package func read(_ line: GrayLine, in language: String) throws -> LineWords {
        let known = idle.withLock { $0[language]?.popLast() }
        let instance = if let known { known } else { try Instance(language, in: folder) }
        defer { idle.withLock { $0[language, default: []].append(instance) } }
        return instance.read(line)
    }
}

// Sendable because only one thread at a time uses it: it is not lent out again before it is returned.
private final class Instance: @unchecked Sendable {
    /// At this resolution Tesseract expects lowercase letters 20 pixels high, as they are in a line of 48.
    private static let resolution: Int32 = 200

    private let handle: OpaquePointer

    init(_ language: String, in folder: DiskPath) throws(EvokeError) {
        let handle = TessBaseAPICreate()
        guard let handle,
            folder.withCString({ TessBaseAPIInit2(handle, $0, language, OEM_LSTM_ONLY) }) == 0
        else {
            if let handle { TessBaseAPIDelete(handle) }
            throw EvokeError(
                .unreadable, doing: "read text in the language", subject: language,
                reason: "Tesseract cannot load its file in \(folder.display)",
                remedy: "Reinstall the language for Tesseract.")
        }
        self.handle = handle
        TessBaseAPISetPageSegMode(handle, PSM_SINGLE_LINE)
        // Keeps Tesseract from inserting spaces of its own.
        _ = TessBaseAPISetVariable(handle, "preserve_interword_spaces", "1")
        // Silences messages on standard error.
        _ = TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
    }

    /// Empty if Tesseract recognizes nothing.
    func read(_ line: GrayLine) -> LineWords {
        // Lines are already read in parallel; more threads per line would only compete.
        omp_set_max_active_levels(0)
        line.bytes.withUnsafeBufferPointer {
            TessBaseAPISetImage(handle, $0.baseAddress, Int32(line.width), Int32(line.height), 1, Int32(line.width))
        }
        TessBaseAPISetSourceResolution(handle, Self.resolution)
        defer { TessBaseAPIClear(handle) }
        guard TessBaseAPIRecognize(handle, nil) == 0, let result = TessBaseAPIGetIterator(handle) else {
            return LineWords([])
        }
        defer { TessResultIteratorDelete(result) }
        var rest = Substring(Self.text(of: result, RIL_TEXTLINE) ?? "").unicodeScalars
        var words: [LineWords.Word] = []
        repeat {
            guard let text = Self.text(of: result, RIL_WORD) else { continue }
            let isJoined = rest.first?.properties.isWhitespace == false && rest.starts(with: text.unicodeScalars)
            rest = rest.drop { $0.properties.isWhitespace }
            if rest.starts(with: text.unicodeScalars) { rest = rest.dropFirst(text.unicodeScalars.count) }
            let confidence = Double(TessResultIteratorConfidence(result, RIL_WORD)) / 100
            words.append(
                LineWords.Word(
                    text, confidence: min(1, max(0, confidence)),
                    isKnown: TessResultIteratorWordIsFromDictionary(result) != 0,
                    isJoined: isJoined && !words.isEmpty))
        } while TessResultIteratorNext(result, RIL_WORD) != 0
        return LineWords(words)
    }

    private static func text(of result: OpaquePointer, _ level: TessPageIteratorLevel) -> String? {
        guard let text = TessResultIteratorGetUTF8Text(result, level) else { return nil }
        defer { TessDeleteText(text) }
        return String(cString: text)
    }
}
