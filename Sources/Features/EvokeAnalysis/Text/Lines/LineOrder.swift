/// The reading order of lines: top to bottom, and along each row.
struct LineOrder {
    /// - Parameter lines: oriented like their text.
    static func sorted<Line>(_ lines: [Line], by place: (Line) -> Rectangle) -> [Line] {
        let rectangles = lines.map(place)
        // The main reading direction of the picture.
        var along = Point(x: 0, y: 0)
        for rectangle in rectangles {
            along.x += rectangle.along.x * rectangle.width
            along.y += rectangle.along.y * rectangle.width
        }
        let length = (along.x * along.x + along.y * along.y).squareRoot()
        along = length > 0 ? Point(x: along.x / length, y: along.y / length) : Point(x: 1, y: 0)
        func down(_ point: Point) -> Double { point.y * along.x - point.x * along.y }
        func across(_ point: Point) -> Double { point.x * along.x + point.y * along.y }

        let fromAbove = lines.indices.sorted { down(rectangles[$0].middle) < down(rectangles[$1].middle) }
        var rows: [[Int]] = []
        for index in fromAbove {
            // Next to the first line of the row, not below it.
            if let first = rows.last?.first,
                down(rectangles[index].middle) - down(rectangles[first].middle)
                    < min(rectangles[index].height, rectangles[first].height) / 2
            {
                rows[rows.count - 1].append(index)
            } else {
                rows.append([index])
            }
        }
        return rows.flatMap { row in row.sorted { across(rectangles[$0].middle) < across(rectangles[$1].middle) } }
            .map { lines[$0] }
    }
}
