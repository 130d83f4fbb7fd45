import PhotoCore

/// A hub export's `preprocessor_config.json`.
struct HubPreprocessing {
    private let settings: Configuration

    init(_ settings: Configuration) {
        self.settings = settings
    }

    func input(isSquashedByDefault: Bool) throws(EvokeError) -> ImageInput {
        if try settings["do_resize"].flag() == false { throw settings["do_resize"].failure("is false") }
        let (size, fit) = try sizeAndFit(isSquashedByDefault)
        let (mean, std) = try colours()
        return ImageInput(size: size, fit: fit, kernel: try kernel(), mean: mean, std: std)
    }

    private func sizeAndFit(_ isSquashedByDefault: Bool) throws(EvokeError) -> (PixelSize, ImageInput.Fit) {
        let size = settings["size"]
        let crop = try settings["do_center_crop"].flag() ?? settings["crop_size"].isThere ? try cropSize() : nil
        if !size.isObject, let side = try size.integer(in: 1...4_096) {
            let square = PixelSize(width: side, height: side)
            if let crop { return (try checked(crop, shortest: side), .shortest(side)) }
            return (square, isSquashedByDefault ? .squash : .shortest(side))
        }
        if let side = try size["shortest_edge"].integer(in: 1...4_096) {
            let crop = crop ?? PixelSize(width: side, height: side)
            return (try checked(crop, shortest: side), .shortest(side))
        }
        let whole = try pair(size)
        guard crop == nil || crop == whole else {
            throw settings["crop_size"].failure("cuts a part out of a squashed picture, which Evoke does not do")
        }
        return (whole, .squash)
    }

    private func checked(_ crop: PixelSize, shortest: Int) throws(EvokeError) -> PixelSize {
        guard crop.width <= shortest, crop.height <= shortest else {
            throw settings["crop_size"].failure("is larger than the picture that it is cut out of")
        }
        return crop
    }

    private func cropSize() throws(EvokeError) -> PixelSize {
        let crop = settings["crop_size"]
        if !crop.isObject, let side = try crop.integer(in: 1...4_096) { return PixelSize(width: side, height: side) }
        return try pair(crop)
    }

    private func pair(_ size: Configuration) throws(EvokeError) -> PixelSize {
        PixelSize(
            width: try size["width"].required(size["width"].integer(in: 1...4_096)),
            height: try size["height"].required(size["height"].integer(in: 1...4_096)))
    }

    /// The numbers are Pillow's names for its filters.
    private func kernel() throws(EvokeError) -> ImageInput.Kernel {
        switch try settings["resample"].integer(in: 0...5) {
        case 2: return .bilinear
        case 3, nil: return .bicubic
        case let number?: throw settings["resample"].failure("is \(number); Evoke knows 2, bilinear, and 3, bicubic")
        }
    }

    /// (v · factor − mean) / std, said of pixels between 0 and 1.
    private func colours() throws(EvokeError) -> (mean: [Float], std: [Float]) {
        let isScaled = try settings["do_rescale"].flag() ?? true
        let factor = isScaled ? try settings["rescale_factor"].number() ?? 1 / 255 : 1
        guard factor > 0 else { throw settings["rescale_factor"].failure("is not above 0") }
        let range = Float(255 * factor)
        guard try settings["do_normalize"].flag() ?? settings["image_mean"].isThere else {
            return ([0, 0, 0], [Float](repeating: 1 / range, count: 3))
        }
        let mean = try settings["image_mean"].required(settings["image_mean"].colour())
        let std = try settings["image_std"].required(settings["image_std"].divisor())
        return (mean.map { $0 / range }, std.map { $0 / range })
    }
}

extension Configuration {
    /// The value that stands for a word.
    func choice<Value>(_ known: [String: Value], default standard: String? = nil) throws(EvokeError) -> Value {
        let word = try required(try text() ?? standard)
        guard let value = known[word] else {
            throw failure("is '\(word)'; Evoke knows \(known.keys.sorted().joined(separator: ", "))")
        }
        return value
    }

    /// A token is written as a text, or as an object with its content.
    func token() throws(EvokeError) -> String? {
        try isObject ? self["content"].text() : text()
    }

    /// A colour to divide by.
    func divisor() throws(EvokeError) -> [Float]? {
        let colour = try colour()
        if colour?.contains(where: { $0 <= 0 }) == true { throw failure("needs numbers above 0") }
        return colour
    }
}
