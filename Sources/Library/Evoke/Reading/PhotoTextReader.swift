import EvokeAnalysis
import EvokeModels
package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers
import ReadingTesseract

/// Reads the text in photos, without a library.
///
///     let reader = try await PhotoTextReader.open(configuration: LibraryConfiguration())
///     for line in try await reader.text(in: photo).lines { print(line.text) }
///
/// It can be used for several photos at once.
package struct PhotoTextReader: Sendable {
    package static let graphs = (detector: "text-detector", turns: "text-turns", recognizer: "text-recognizer")

    let reading: any TextReading

    /// Throws `EvokeError`: of the kind `modelMissing` if a graph is not installed, `wrongUsage` for a language that is
    /// not installed.
    ///
    /// - Parameter languages: the languages, by their ``ReadingLanguage`` codes, of lines that the graphs are not sure
    ///   of; nil for all that are installed.
    package static func open(configuration: LibraryConfiguration, languages: [String]? = nil) async throws
        -> PhotoTextReader
    {
        let lineReader = try LineReaders.own()
        let chosen = try ReadingLanguage.chosen(languages, of: lineReader?.languages ?? [])
        let executor = BlockingExecutor(width: Machine.cores)
        return try await executor.run {
            let (modelStore, doing) = (ModelStore(configuration), "read text in photos")
            let files = ReadingGraphs.Files(
                detector: try modelStore.graph(graphs.detector, to: doing).file,
                turns: try modelStore.graph(graphs.turns, to: doing).file,
                recognizer: try modelStore.graph(graphs.recognizer, to: doing).file)
            let graphs = try ReadingGraphs(
                files, on: GraphRuntimes.own, in: EngineNotices().graphs(in: configuration), streams: Machine.cores)
            // Photos are decoded while the lines of others are read.
            let decoding = BlockingExecutor(width: Machine.cores)
            return PhotoTextReader(
                reading: TextReader(
                    graphs, lineReader: lineReader, languages: chosen,
                    photos: PhotoReaders(executor: decoding, inFull: true).decoder, executor: executor))
        }
    }

    /// The text in the photo; without lines if there is none.
    package func text(in photo: DiskPath) async throws -> PictureText {
        try await reading.text(in: photo, named: photo)
    }

    /// Reads several photos, some at once, and delivers the results in order, with an error for each photo that cannot
    /// be read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    package func read(
        _ photos: [DiskPath], deliver: (DiskPath, Result<PictureText, EvokeError>) async throws -> Void
    ) async throws {
        try await photos.each(text, deliver: deliver)
    }
}

/// The reader of single lines. This is the only place that names it.
enum LineReaders {
    /// Nil if none is installed.
    static func own() throws(EvokeError) -> (any LineReading)? { try made.get() }

    private static let made = Result { () throws(EvokeError) -> (any LineReading)? in
        guard let folder = TesseractLines.folder() else { return nil }
        return try TesseractLines(folder: folder)
    }
}

package struct ReadingLanguage: Hashable, Sendable {
    /// Tesseract's code: "deu".
    package let code: String
    /// In English; the code if Evoke knows no name.
    package let name: String

    package static var installed: [ReadingLanguage] {
        // Without Tesseract there are none; reading text reports why.
        ordered((try? LineReaders.own())?.languages ?? []).map { ReadingLanguage(code: $0) }
    }

    init(code: String) {
        self.code = code
        name = Self.known.first { $0.code == code }?.name ?? code
    }

    /// - Parameter wanted: nil for all.
    static func chosen(_ wanted: [String]?, of installed: [String]) throws(EvokeError) -> [String] {
        guard let wanted else { return ordered(installed) }
        for code in wanted where !installed.contains(code) {
            throw EvokeError(
                .wrongUsage, doing: "read text in the language", subject: code,
                reason: installed.isEmpty
                    ? "no language is installed" : "only these are installed: \(installed.joined(separator: ", "))",
                remedy: "Install Tesseract's file for that language.")
        }
        return wanted
    }

    /// The language of the user's locale is the likeliest.
    static func ordered(_ codes: [String], locale: String? = userLocale) -> [String] {
        guard let own = locale.flatMap({ locale in known.first { $0.short == String(locale.prefix(2)) } }),
            codes.contains(own.code)
        else { return codes }
        return [own.code] + codes.filter { $0 != own.code }
    }

    /// "de_DE.UTF-8"
    private static var userLocale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(Environment.variable).first?.display
    }

    /// Tesseract's code, the prefix of locales, and the English name.
    private static let known: [(code: String, short: String, name: String)] = [
        ("afr", "af", "Afrikaans"),
        ("amh", "am", "Amharic"),
        ("ara", "ar", "Arabic"),
        ("asm", "as", "Assamese"),
        ("aze", "az", "Azerbaijani"),
        ("bel", "be", "Belarusian"),
        ("ben", "bn", "Bengali"),
        ("bod", "bo", "Tibetan"),
        ("bos", "bs", "Bosnian"),
        ("bre", "br", "Breton"),
        ("bul", "bg", "Bulgarian"),
        ("cat", "ca", "Catalan"),
        ("ces", "cs", "Czech"),
        ("chi_sim", "zh", "Chinese, simplified"),
        ("chi_tra", "-", "Chinese, traditional"),
        ("cos", "co", "Corsican"),
        ("cym", "cy", "Welsh"),
        ("dan", "da", "Danish"),
        ("deu", "de", "German"),
        ("div", "dv", "Dhivehi"),
        ("ell", "el", "Greek"),
        ("eng", "en", "English"),
        ("epo", "eo", "Esperanto"),
        ("est", "et", "Estonian"),
        ("eus", "eu", "Basque"),
        ("fao", "fo", "Faroese"),
        ("fas", "fa", "Persian"),
        ("fil", "tl", "Filipino"),
        ("fin", "fi", "Finnish"),
        ("fra", "fr", "French"),
        ("fry", "fy", "Frisian"),
        ("gla", "gd", "Scottish Gaelic"),
        ("gle", "ga", "Irish"),
        ("glg", "gl", "Galician"),
        ("grc", "-", "Ancient Greek"),
        ("guj", "gu", "Gujarati"),
        ("hat", "ht", "Haitian"),
        ("heb", "he", "Hebrew"),
        ("hin", "hi", "Hindi"),
        ("hrv", "hr", "Croatian"),
        ("hun", "hu", "Hungarian"),
        ("hye", "hy", "Armenian"),
        ("iku", "iu", "Inuktitut"),
        ("ind", "id", "Indonesian"),
        ("isl", "is", "Icelandic"),
        ("ita", "it", "Italian"),
        ("jav", "jv", "Javanese"),
        ("jpn", "ja", "Japanese"),
        ("kan", "kn", "Kannada"),
        ("kat", "ka", "Georgian"),
        ("kaz", "kk", "Kazakh"),
        ("khm", "km", "Khmer"),
        ("kir", "ky", "Kyrgyz"),
        ("kmr", "ku", "Kurdish"),
        ("kor", "ko", "Korean"),
        ("lao", "lo", "Lao"),
        ("lat", "la", "Latin"),
        ("lav", "lv", "Latvian"),
        ("lit", "lt", "Lithuanian"),
        ("ltz", "lb", "Luxembourgish"),
        ("mal", "ml", "Malayalam"),
        ("mar", "mr", "Marathi"),
        ("mkd", "mk", "Macedonian"),
        ("mlt", "mt", "Maltese"),
        ("mon", "mn", "Mongolian"),
        ("mri", "mi", "Maori"),
        ("msa", "ms", "Malay"),
        ("mya", "my", "Burmese"),
        ("nep", "ne", "Nepali"),
        ("nld", "nl", "Dutch"),
        ("nor", "nb", "Norwegian"),
        ("oci", "oc", "Occitan"),
        ("ori", "or", "Odia"),
        ("pan", "pa", "Punjabi"),
        ("pol", "pl", "Polish"),
        ("por", "pt", "Portuguese"),
        ("pus", "ps", "Pashto"),
        ("que", "qu", "Quechua"),
        ("ron", "ro", "Romanian"),
        ("rus", "ru", "Russian"),
        ("san", "sa", "Sanskrit"),
        ("sin", "si", "Sinhala"),
        ("slk", "sk", "Slovak"),
        ("slv", "sl", "Slovenian"),
        ("snd", "sd", "Sindhi"),
        ("spa", "es", "Spanish"),
        ("sqi", "sq", "Albanian"),
        ("srp", "sr", "Serbian"),
        ("sun", "su", "Sundanese"),
        ("swa", "sw", "Swahili"),
        ("swe", "sv", "Swedish"),
        ("tam", "ta", "Tamil"),
        ("tat", "tt", "Tatar"),
        ("tel", "te", "Telugu"),
        ("tgk", "tg", "Tajik"),
        ("tha", "th", "Thai"),
        ("tir", "ti", "Tigrinya"),
        ("ton", "to", "Tongan"),
        ("tur", "tr", "Turkish"),
        ("uig", "ug", "Uyghur"),
        ("ukr", "uk", "Ukrainian"),
        ("urd", "ur", "Urdu"),
        ("uzb", "uz", "Uzbek"),
        ("vie", "vi", "Vietnamese"),
        ("yid", "yi", "Yiddish"),
        ("yor", "yo", "Yoruba"),
    ]
}
