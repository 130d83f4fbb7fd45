extension PhotoOrder {
    /// The elements in this order. Ties go by number: ascending, or descending for the newest first.
    package func sorted<Element>(_ elements: [Element], by card: (Element) -> PhotoCard) -> [Element] {
        switch self {
        case .newest: elements.sorted { time(card($0)) > time(card($1)) }
        case .oldest: elements.sorted { time(card($0)) < time(card($1)) }
        case .name: elements.map { (Self.name(card($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The sort key for orders by date: photos dated only by their file come after the others, followed by photos
    /// without a date.
    package func time(_ seconds: Int64?, isOfFile: Bool) -> Int64 {
        guard let seconds else { return self == .newest ? .min : .max }
        // More seconds than between any two dates.
        let far: Int64 = 1 << 50
        return isOfFile ? seconds + (self == .newest ? -far : far) : seconds
    }

    private func time(_ card: PhotoCard) -> (Int64, PhotoID) {
        (time(card.taken?.localSeconds, isOfFile: card.isDatedByFile), card.id)
    }

    private static func name(_ card: PhotoCard) -> (FilePath, FilePath, PhotoID) {
        let name = String(decoding: card.path.name, as: UTF8.self).folded
        return (FilePath(name), card.path.parent ?? FilePath("/"), card.id)
    }
}
