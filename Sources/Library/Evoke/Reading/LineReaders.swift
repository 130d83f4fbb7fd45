import EvokePorts
import ReadingTesseract

/// What reads single lines here; named in this place alone.
enum LineReaders {
    /// Nil where nothing is installed for it.
    static let own: (any LineReading)? = TesseractLines.folder().map { TesseractLines(folder: $0) }
}
