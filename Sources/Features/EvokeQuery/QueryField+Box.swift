package import EvokeValues

extension QueryField {
    static let box = QueryField(
        "box", "Taken in an area of the map, given by its southwestern and northeastern corners.",
        ["38.6,-9.3..38.8,-9"], .number,
        read: { value, _ throws(ValueProblem) in
            guard let box = CoordinateBox(written: value) else {
                throw ValueProblem(
                    "that is not an area of the map",
                    "Write degrees north and east of two corners, the southwestern first, as in "
                        + "box:38.6,-9.3..38.8,-9.")
            }
            return .part(.test(.box(box)))
        }, write: { if case .test(.box(let box)) = $0 { "\(box)" } else { nil } })
}

extension CoordinateBox {
    /// As in a query; otherwise nil.
    package init?(written text: String) {
        let corners = text.narrow.split(separator: "..", omittingEmptySubsequences: false)
        guard corners.count == 2 else { return nil }
        var numbers: [Double] = []
        for corner in corners {
            let pair = corner.split(separator: ",", omittingEmptySubsequences: false).map { Number.read($0) }
            guard pair.count == 2, let latitude = pair[0], let longitude = pair[1] else { return nil }
            numbers += [latitude, longitude]
        }
        self.init(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    }
}
