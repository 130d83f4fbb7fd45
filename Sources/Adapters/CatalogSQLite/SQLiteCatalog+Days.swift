package import EvokeValues

extension SQLiteCatalog {
    package func days() async throws -> [PhotoDay] {
        try await use { connection in
            // Counted from the first day of year 1, so that no number is below zero and all are rounded down.
            let statement = try connection.statement(
                """
                SELECT (t.taken + 62135596800) / 86400 AS day, count(*),
                    max(t.taken_precision IN ('second', 'day')), max(t.taken_precision = 'month')
                FROM photos p LEFT JOIN facts t ON t.photo = p.id
                WHERE \(Self.canBeShown) GROUP BY day ORDER BY day DESC
                """)
            defer { statement.reset() }
            var days: [PhotoDay] = []
            while try statement.step() {
                let count = Int(statement.integer(1))
                guard !statement.isNull(0) else {
                    days.append(PhotoDay(date: nil, count: count))
                    continue
                }
                days.append(
                    PhotoDay(
                        localSeconds: statement.integer(0) * 86_400 - 62_135_596_800,
                        precision: statement.integer(2) > 0 ? .day : statement.integer(3) > 0 ? .month : .year,
                        count: count))
            }
            return days
        }
    }
}
