package import EvokeValues

extension PhotoColumns {
    /// How many of the visible photos were taken on each day, latest first, followed by photos dated only by their
    /// file. Nil counts all visible photos.
    package func days(among photos: PhotoSet?) -> [PhotoDay] {
        var days: [Int64: (count: Int, uncertain: Int32)] = [:]
        var dateless = 0
        shown(among: photos).eachNumber { photo in
            guard taken[photo] != Self.noTime, !datedByFile.contains(PhotoID(Int64(photo))) else {
                dateless += 1
                return
            }
            // Counted from year 1, so that no number is negative and all round down.
            let day = (taken[photo] - TakenDate.times.lowerBound) / 86_400
            let known = days[day] ?? (0, .max)
            days[day] = (known.count + 1, min(known.uncertain, lengthsOfTime.all[uncertain[photo]]))
        }
        let dated = days.sorted { $0.key > $1.key }.map { day, photos in
            PhotoDay(
                localSeconds: TakenDate.times.lowerBound + day * 86_400,
                precision: Self.precision(of: photos.uncertain), count: photos.count)
        }
        return dateless > 0 ? dated + [PhotoDay(date: nil, count: dateless)] : dated
    }

    /// The precision of a date known to within that many seconds.
    private static func precision(of seconds: Int32) -> TakenDate.Precision {
        switch seconds {
        case ...86_400: .day
        case ...(31 * 86_400): .month
        default: .year
        }
    }
}
