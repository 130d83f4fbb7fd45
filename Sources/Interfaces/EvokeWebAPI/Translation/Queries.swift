import Evoke
package import EvokeClient
package import EvokeValues

extension QueryAnswer {
    init(_ read: ParsedQuery, isLiteral: Bool) {
        self.init(
            text: read.text, literal: isLiteral ? true : nil, canonical: "\(read.query)",
            conditions: Condition.all(in: read))
    }
}

extension QueryAnswer.Condition {
    /// Nil if there are none.
    static func some(in read: ParsedQuery?) -> [Self]? {
        let all = read.map(all) ?? []
        return all.isEmpty ? nil : all
    }

    fileprivate static func all(in read: ParsedQuery) -> [Self] {
        let text = read.text
        return read.conditions.map { condition in
            Self(
                start: condition.range.lowerBound.utf16Offset(in: text),
                end: condition.range.upperBound.utf16Offset(in: text), words: condition.words,
                field: condition.field, values: condition.values, opposite: condition.isOpposite ? true : nil,
                removable: condition.isRemovable, query: condition.text)
        }
    }
}

extension ParsedQuery {
    /// The changed text, and whether it is literal.
    func changed(_ change: QueryChange, isLiteral: Bool) throws(EvokeError) -> (text: String, isLiteral: Bool) {
        switch change {
        case .without(let numbers): (try text(without: Set(numbers)), isLiteral)
        case .clear: (textWithoutConditions(), isLiteral)
        case .leaveToWords(let number): (try text(leavingToWords: number), true)
        case .put(let field, let values, let isOpposite, let number):
            (try text(putting: values, of: field, isOpposite: isOpposite, inPlaceOf: number), isLiteral)
        }
    }
}

/// Tests for photos that have one of these.
extension PhotoTest {
    package var query: String { "\(Query.Part.test(self))" }
}

extension MarksAnswer.Named {
    /// - Parameter test: the condition that photos with this value meet.
    package init(_ value: PhotoValue, _ test: (String) -> PhotoTest) {
        self.init(name: value.text, count: value.count, query: test(value.text).query)
    }
}
