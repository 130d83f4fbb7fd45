extension PhotoOrder {
    /// The same ones in this order. Of two alike, the one with the lower number comes first, or with the higher one where
    /// the newest do.
    package func sorted<Element>(_ elements: [Element], by card: (Element) -> PhotoCard) -> [Element] {
        switch self {
        case .newest: elements.sorted { Self.time(card($0), else: .min) > Self.time(card($1), else: .min) }
        case .oldest: elements.sorted { Self.time(card($0), else: .max) < Self.time(card($1), else: .max) }
        case .name: elements.map { (Self.name(card($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func time(_ card: PhotoCard, else none: Int64) -> (Int64, PhotoID) {
        (card.taken?.localSeconds ?? none, card.id)
    }

    private static func name(_ card: PhotoCard) -> (FilePath, FilePath, PhotoID) {
        let name = String(decoding: card.path.name, as: UTF8.self).folded
        return (FilePath(name), card.path.parent ?? FilePath("/"), card.id)
    }
}
