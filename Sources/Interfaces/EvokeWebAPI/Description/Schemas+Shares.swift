/// Shares.
extension Schemas {
    static let access = Schema.object([
        .must("role", .choice(["owner", "visitor"])), .may("title", .words), .may("until", .words),
        .may("is_owner", .flag),
    ])

    static let share = Schema.object([
        .must("number", .count), .may("album", .words), .may("search", .words), .must("made", .words),
        .must("until", .words), .may("used", .words), .must("has_ended", .flag),
    ])

    static let shares = Schema.object([
        .may("address", .words), .must("is_public", .flag), .must("shares", .list(of: .named("Share"))),
    ])

    static let shareMade = Schema.object([
        .must("share", .named("Share")), .must("link", .words), .must("is_public", .flag),
    ])
}
