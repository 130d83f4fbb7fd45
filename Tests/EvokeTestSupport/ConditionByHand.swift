import EvokePorts
import EvokeValues
import Foundation

// What conditions mean, one photo at a time: what catalogues are compared with.

extension PhotoCondition {
    func isMet(
        by card: PhotoCard, _ metadata: PhotoMetadata, _ colors: PhotoColors?, roots: [DiskPath], marks: PhotoMarks
    ) -> Bool {
        func isMet(_ condition: PhotoCondition) -> Bool {
            condition.isMet(by: card, metadata, colors, roots: roots, marks: marks)
        }
        return switch self {
        case .test(.favorite): marks.isFavorite
        case .test(.hidden): marks.isHidden
        case .test(.album(let name)): marks.albums.contains { $0.folded == name.folded }
        case .test(let test): test.isPassed(by: card, metadata, colors, roots)
        case .not(let condition): !isMet(condition)
        case .all(let conditions): conditions.allSatisfy(isMet)
        case .any(let conditions): conditions.contains(where: isMet)
        }
    }
}

extension PhotoTest {
    fileprivate func isPassed(
        by card: PhotoCard, _ metadata: PhotoMetadata, _ colors: PhotoColors?, _ roots: [DiskPath]
    ) -> Bool {
        let name = String(decoding: card.path.name, as: UTF8.self)
        let folders = Self.names(card.path.parent)
        switch self {
        case .taken(let range):
            guard let span = metadata.taken?.span else { return false }
            return range.lowerBound <= span.lowerBound && span.upperBound <= range.upperBound
        case .onDay(let month, let day):
            guard let taken = metadata.taken, taken.source != .fileModified else { return false }
            let span = taken.span
            let ends = [span.lowerBound, span.upperBound - 1].map { CivilTime(seconds: $0) }
            return ends[0].year == ends[1].year && ends.allSatisfy { ($0.month, $0.day) == (month, day) }
        case .datedByFile: return metadata.taken?.source == .fileModified
        case .camera(let text): return metadata.camera.map { Self.has($0.name, text) } ?? false
        case .lens(let text): return metadata.lens.map { Self.has($0, text) } ?? false
        case .folder(let names):
            let wanted = names.map(\.folded)
            return folders.indices.contains { folders[...$0].suffix(wanted.count).elementsEqual(wanted) }
        case .fileName(let text):
            guard text.contains("*") || text.contains("?") else { return Self.has(name, text) }
            let pattern = text.folded.map { $0 == "*" ? ".*" : $0 == "?" ? "." : "\\x{\(Self.number(of: $0))}" }
            return name.folded.range(of: "^\(pattern.joined())$", options: .regularExpression) != nil
        case .fileEnding(let endings): return endings.contains(card.path.suffix)
        case .rating(let range): return metadata.rating.map(range.contains) ?? false
        case .length(let range): return metadata.length.map { range.contains(Int(($0 * 1_000).rounded())) } ?? false
        case .keyword(let keyword): return metadata.keywords.contains { $0.folded == keyword.folded }
        case .title(let text): return metadata.title.map { Self.has($0, text) } ?? false
        case .pixels(let range):
            return card.size.map { range.contains(Double($0.width) * Double($0.height)) } ?? false
        case .shape(let shape): return card.size.map(shape.fits) ?? false
        case .near(let middle, let meters): return metadata.place.map { Self.meters(middle, $0) <= meters } ?? false
        case .box(let box): return metadata.place.map(box.contains) ?? false
        case .color(let color): return colors?.contains(color) ?? false
        case .text(let text):
            let root = roots.filter { card.path.parent?.isInside($0) ?? false }.min { $0.bytes.count < $1.bytes.count }
            let below = root.map { folders.dropFirst(Self.names($0).count).joined(separator: "/") }
            let texts = [name, metadata.title, metadata.description, metadata.camera?.name, below].compactMap(\.self)
            return (texts + metadata.keywords).contains { Self.has($0, text) }
        // No random condition asks for these.
        case .place, .pictureText, .person, .faces, .favorite, .hidden, .album: return false
        }
    }

    private static func has(_ text: String, _ part: String) -> Bool {
        part.isEmpty || text.folded.range(of: part.folded, options: .literal) != nil
    }

    private static func names(_ folder: DiskPath?) -> [String] {
        String(decoding: folder?.bytes ?? [], as: UTF8.self).folded.split(separator: "/").map(String.init)
    }

    private static func number(of letter: Character) -> String {
        letter.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "}\\x{")
    }

    private static func meters(_ place: Coordinates, _ other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let latitudes = sin(radians(place.latitude - other.latitude) / 2)
        let longitudes = sin(radians(place.longitude - other.longitude) / 2)
        let part =
            latitudes * latitudes
            + cos(radians(place.latitude)) * cos(radians(other.latitude)) * longitudes * longitudes
        return 2 * 6_371_008.8 * asin(min(1, part.squareRoot()))
    }
}

extension PhotoTrait {
    func values(of photos: [(PhotoCard, PhotoMetadata, PhotoMarks, PhotoColors?)], roots: [DiskPath]) -> [PhotoValue] {
        if self == .folder {
            return Dictionary(grouping: photos) { $0.0.path.parent }.compactMap { folder, photos in
                folder?.namesFrom(roots).map { PhotoValue($0, count: photos.count) }
            }.mostFrequentFirst()
        }
        let texts = photos.map { Set(values(of: $0, $1, $2, $3)) }
        let spellings = Dictionary(grouping: texts.flatMap(\.self)) { $0 }.map { PhotoValue($0, count: $1.count) }
        return Dictionary(grouping: spellings.filter { !$0.text.isBlank }, by: \.folded).map { folded, alike in
            PhotoValue(
                alike.mostFrequentFirst()[0].text, count: texts.count { $0.contains { $0.folded == folded } })
        }.mostFrequentFirst()
    }

    private func values(
        of card: PhotoCard, _ metadata: PhotoMetadata, _ marks: PhotoMarks, _ colors: PhotoColors?
    ) -> [String] {
        switch self {
        case .time:
            guard let taken = metadata.taken, taken.source != .fileModified else { return [] }
            let month = TakenDate(localSeconds: taken.localSeconds, precision: .month, source: .xmp)
            let year = TakenDate(localSeconds: taken.localSeconds, precision: .year, source: .xmp)
            return taken.precision == .year ? ["\(year)"] : ["\(year)", "\(month)"]
        case .camera: return [metadata.camera?.name].compactMap(\.self)
        case .lens: return [metadata.lens].compactMap(\.self)
        case .folder: return []
        case .fileEnding: return [card.path.suffix]
        case .rating: return metadata.rating.map { ["\($0)"] } ?? []
        case .keyword: return metadata.keywords
        case .album: return marks.albums
        case .shape: return PhotoShape.allCases.filter { shape in card.size.map(shape.fits) ?? false }.map(\.rawValue)
        case .color: return colors?.all.map(\.rawValue) ?? []
        }
    }

    /// What a photo has to pass to have that value; nil where others pass it, too.
    func test(for value: PhotoValue) -> PhotoTest? {
        switch self {
        case .keyword: .keyword(value.text)
        case .album: .album(value.text)
        case .fileEnding: .fileEnding([value.text])
        case .rating: Int(value.text).map { .rating($0...$0) }
        case .shape: PhotoShape(rawValue: value.text).map(PhotoTest.shape)
        case .color: PhotoColor(rawValue: value.text).map(PhotoTest.color)
        case .time, .camera, .lens, .folder: nil
        }
    }
}
