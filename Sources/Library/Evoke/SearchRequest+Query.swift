import EvokeQuery
import EvokeValues

/// The requests that a query comes to.
extension SearchRequest {
    /// Requests without a query: a photo that matches one of them matches this one.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a query that asks for too much at once, `notFound` for an
    /// unknown place.
    func alternatives(in places: LibraryConfiguration) throws -> [SearchRequest] {
        guard let query else { return [self] }
        let ways = try query.alternatives(resolving: places.condition)
        return ways.map { way in
            var plain = self
            plain.query = nil
            plain.words = [words, way.words].joined
            plain.avoided = avoided + way.avoided
            for photo in way.likes {
                switch photo {
                case .number(let number): plain.photos.append(number)
                case .file(let file): plain.files.append(file)
                }
            }
            plain.unlikes += way.unlikes
            let conditions = [condition, way.condition].compactMap(\.self)
            plain.condition = (conditions.count > 1 ? .all(conditions) : conditions.first)?.trusting(on: .today)
            plain.order = query.order ?? order
            return plain
        }
    }

    /// The offset, limited to more photos than any library has.
    var start: Int { min(offset, PhotoLibrary.mostPhotos) }
    var end: Int { start + min(top, PhotoLibrary.mostPhotos) }
    var depth: Int { max(end, reach) }
}

extension PhotoCondition {
    /// If the day is today, excludes photos dated only by their file, since that is when they were copied.
    fileprivate func trusting(on today: Range<Int64>) -> PhotoCondition {
        switch self {
        case .test(.taken(let time)) where today.contains(time.lowerBound) && time.upperBound <= today.upperBound:
            .all([self, .not(.test(.datedByFile))])
        case .test: self
        case .not(let condition): .not(condition.trusting(on: today))
        case .all(let conditions): .all(conditions.map { $0.trusting(on: today) })
        case .any(let conditions): .any(conditions.map { $0.trusting(on: today) })
        }
    }
}

extension Range<Int64> {
    fileprivate static var today: Range<Int64> {
        let (now, day) = (CivilTime.now, Int64(86_400))
        let start = now.seconds - (now.seconds % day + day) % day
        return start..<start + day
    }
}

extension [String?] {
    /// Joined by spaces; nil if there are none.
    fileprivate var joined: String? {
        let all = compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
}
