import EvokeValues

extension Tags {
    var camera: Camera? {
        text("Exif.Image.Model", "Xmp.tiff.Model", FilmKeys.model, limit: 100).map {
            Camera(rawMake: text("Exif.Image.Make", "Xmp.tiff.Make", FilmKeys.make, limit: 100), rawModel: $0)
        }
    }

    /// The lens's name as the camera wrote it, otherwise as Exiv2 looks it up by its number in the maker notes.
    var lens: String? {
        ["Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens", "Lens"].lazy
            .compactMap { text($0, limit: 200) }.first(where: Self.namesALens)
    }

    var orientation: Int? {
        text("Exif.Image.Orientation", "Xmp.tiff.Orientation").flatMap { Int($0) }.flatMap {
            (1...8).contains($0) ? $0 : nil
        }
    }

    /// Cameras write `----`, `(65535)` or `0.0 mm f/0.0` for a missing or unknown lens.
    private static func namesALens(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.contains(where: \.isLetter) && text.first != "("
            && !["unknown", "n/a", "none", "no lens", "0.0 mm", "0.0mm", "0mm"].contains(where: text.hasPrefix)
    }
}

extension Camera {
    /// "NIKON CORPORATION" and "NIKON D750" become "Nikon" and "D750".
    init(rawMake: String?, rawModel: String) {
        let make = rawMake.flatMap(Self.tidied)
        guard let make else {
            self.init(make: nil, model: rawModel)
            return
        }
        // Some cameras repeat the brand before the model, others the company's full name.
        var model = rawModel[...]
        for prefix in [rawMake ?? make, make] where model.lowercased().hasPrefix(prefix.lowercased() + " ") {
            model = model.dropFirst(prefix.count).drop(while: \.isWhitespace)
        }
        self.init(make: make, model: String(model))
    }

    private static func tidied(_ make: String) -> String? {
        if make.lowercased().hasPrefix("eastman kodak") { return "Kodak" }
        var words = make.split { $0 == " " || $0 == "," }
        while words.count > 1, let last = words.last, firms.contains(last.lowercased().filter { $0 != "." }) {
            words.removeLast()
        }
        return words.isEmpty ? nil : words.map(brand).joined(separator: " ")
    }

    /// Suffixes of company names.
    private static let firms: Set<String> = [
        "ag", "camera", "co", "coltd", "company", "computer", "corp", "corporation", "electronics", "gmbh", "imaging",
        "inc", "ltd", "optical", "techwin", "technologies",
    ]

    /// NIKON becomes Nikon; DJI, LG and Apple stay.
    private static func brand(_ word: Substring) -> String {
        word.count > 3 && !["OPPO", "ASUS"].contains(word) && word.allSatisfy(\.isUppercase)
            ? word.prefix(1) + word.dropFirst().lowercased() : String(word)
    }
}
