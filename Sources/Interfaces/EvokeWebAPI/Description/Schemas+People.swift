extension Schemas {
    private static let digits = Schema.text(pattern: "^[1-9][0-9]*$")
    private static let reference: [Schema.Field] = [.must("photo", .count), .must("face", .count)]
    private static let reasons = ["small", "blurred", "turned", "nearer"]

    static let person: [Schema.Field] = [
        .must("number", digits), .may("name", .words), .may("query", .words), .may("photos", .count),
        .may("faces", .count),
        .may("hidden", .flag), .may("first", .words), .may("last", .words), .may("face", .object(reference)),
    ]

    private static let suggestion = Schema.object(
        reference + [.must("person", .named("Person")), .must("reason", .choice(reasons))])

    static let people = Schema.object([
        .must("state", .choice(["on", "off"])), .must("can_find", .flag), .may("searched", .count),
        .may("photos", .count), .may("total", .count), .may("people", .list(of: .named("Person"))),
        .may("suggestions", .list(of: suggestion)),
        .may(
            "questions",
            .list(
                of: .object([
                    .must("person", .named("Person")), .must("other", .named("Person")),
                    .must("reason", .choice(["alike", "perhaps"])), .must("settles", .count),
                    .must("faces", .list(of: .object(reference))), .must("others", .list(of: .object(reference))),
                ]))),
        .may("undo", .flag),
    ])

    static let personPage = Schema.object(
        person + [
            .must("years", .list(of: .object([.may("year", .words), .must("photos", .count)]))),
            .must("shown", .list(of: .object(reference + [.may("date", .words)]))),
            .must("suggestions", .list(of: suggestion)),
        ])

    static let photoFaces = Schema.object([
        .must("is_searched", .flag), .may("width", .count), .may("height", .count),
        .must(
            "faces",
            .list(
                of: .object([
                    .must("face", .count), .must("box", .list(of: .count)), .must("confidence", .number),
                    .must("sharpness", .number),
                    .may("person", .object([.must("number", digits), .may("name", .words)])),
                    .may(
                        "suggestion",
                        .object([
                            .must("number", digits), .may("name", .words), .must("reason", .choice(reasons)),
                        ])),
                    .may("hidden", .flag),
                ]))),
    ])
}
