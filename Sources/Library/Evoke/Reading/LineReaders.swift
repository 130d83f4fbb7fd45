import EvokePorts
import EvokeValues
import ReadingTesseract

/// The reader of single lines. This is the only place that names it.
enum LineReaders {
    /// Nil if none is installed.
    static func own() throws(EvokeError) -> (any LineReading)? { try made.get() }

    private static let made = Result { () throws(EvokeError) -> (any LineReading)? in
        guard let folder = TesseractLines.folder() else { return nil }
        return try TesseractLines(folder: folder)
    }
}
