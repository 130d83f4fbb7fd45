extension Schemas {
    private static let named = Schema.list(
        of: .object([.must("name", .words), .must("count", .count), .must("query", .words)]))

    static let marks = Schema.object([
        .must("favourites", .count), .must("albums", named), .must("tags", named), .must("hidden", .count),
        .must("undo", .flag),
    ])

    static let marksOfPhoto = Schema.object([
        .must("favourite", .flag), .may("rating", .integer(-1...5)), .may("caption", .words),
        .must("tags", .list(of: .words)), .must("albums", .list(of: .words)), .must("hidden", .flag),
    ])

    static let markQueries = Schema.object([
        .must("tags", .list(of: .words)), .must("albums", .list(of: .words)),
    ])

    static let archive = Schema.object([.must("address", .words), .must("photos", .count), .must("bytes", .count)])

    static let marked = Schema.object([
        .must("photos", .count), .must("copies", .count), .must("changed", .count), .must("unread", .count),
    ])
}
