extension PhotoOrder {
    /// The same ones in this order. Of two alike, the one with the lower number comes first, or with the higher one where
    /// the newest do.
    package func sorted<Element>(_ elements: [Element], by card: (Element) -> PhotoCard) -> [Element] {
        switch self {
        case .newest: elements.sorted { time(card($0)) > time(card($1)) }
        case .oldest: elements.sorted { time(card($0)) < time(card($1)) }
        case .name: elements.map { (Self.name(card($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// What an order of dates goes by: photos that have no date but that of their file come behind the others, then those
    /// without any.
    package func time(_ seconds: Int64?, isOfFile: Bool) -> Int64 {
        guard let seconds else { return self == .newest ? .min : .max }
        // More seconds than there are between any two dates.
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
