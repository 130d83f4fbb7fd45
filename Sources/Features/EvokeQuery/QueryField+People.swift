import EvokeValues

extension QueryField {
    static let person = QueryField(
        "person", "Showing a person with that name or number.", ["anna", "anna smith", "#11"], .text,
        tellsOfPeople: true,
        read: { value, _ in .part(.test(.person(value))) },
        write: { if case .test(.person(let name)) = $0 { name } else { nil } })

    /// A limit for the number of faces.
    static let mostPeople = 1_000

    static let people = QueryField(
        "people", "With that many faces.", ["2", ">=5", "0"], .number,
        read: { value, _ throws(ValueProblem) in
            let range = ValueRange(value)
            func count(_ text: String) throws(ValueProblem) -> Int {
                guard let count = Int(text), (0...mostPeople).contains(count) else {
                    throw ValueProblem(
                        "that is not a number of people", "Write it like people:2, people:>=5 or people:0.")
                }
                return count
            }
            var (low, high) = (0, mostPeople)
            if let start = range.start { low = try count(start) + (range.isAfter ? 1 : 0) }
            if let end = range.end { high = try count(end) - (range.isBefore ? 1 : 0) }
            guard range.isOne || range.start != nil || range.end != nil else { throw ValueRange.empty("people:2..5") }
            guard low <= high else { throw ValueRange.wrongWay("people:2..5") }
            return .part(.test(.faces(low...high)))
        },
        write: { part in
            guard case .test(.faces(let range)) = part else { return nil }
            if range.lowerBound == range.upperBound { return String(range.lowerBound) }
            if range.upperBound == mostPeople { return ">=\(range.lowerBound)" }
            return range.lowerBound == 0 ? "<=\(range.upperBound)" : "\(range.lowerBound)..\(range.upperBound)"
        })
}
