import EvokeValues
import ReadingTesseract

/// What reads single lines here; named in this place alone.
enum LineReaders {
    /// Nil where nothing is installed for it.
    static func own() throws(EvokeError) -> (any LineReading)? { try made.get() }

    private static let made = Result { () throws(EvokeError) -> (any LineReading)? in
        guard let folder = TesseractLines.folder() else { return nil }
        return try TesseractLines(folder: folder)
    }
}
