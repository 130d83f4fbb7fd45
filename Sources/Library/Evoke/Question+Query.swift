import EvokeQuery
import EvokeValues

/// The questions that a query comes to.
extension Question {
    /// Questions without a query: a photo that answers one of them answers this one.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a query that asks for too much at once, `notFound` for a place
    /// that nobody knows.
    func alternatives(in places: Places) throws -> [Question] {
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
            plain.condition = conditions.count > 1 ? .all(conditions) : conditions.first
            plain.order = query.order ?? order
            return plain
        }
    }

    /// How many are left out, and with how many it is answered; no library has more.
    var start: Int { min(offset, PhotoLibrary.mostPhotos) }
    var end: Int { start + min(top, PhotoLibrary.mostPhotos) }
    var depth: Int { max(end, reach) }
}

extension [String?] {
    /// With spaces between them; nil where there are none.
    fileprivate var joined: String? {
        let all = compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
}
