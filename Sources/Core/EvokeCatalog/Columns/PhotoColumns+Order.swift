package import EvokeValues

extension PhotoColumns {
    /// A page of the visible photos among `photos` in an order, from `offset` on. Nil photos stands for all visible
    /// ones.
    package func page(among photos: PhotoSet?, _ order: PhotoOrder, top: Int, offset: Int) -> [PhotoID] {
        var places = shown(among: photos).ids.map { Int($0.value) }
        let from = min(offset, places.count)
        let page = from..<min(places.count, from + min(top, places.count))
        switch order {
        case .newest: places.sortPart(page) { (time($0, order), $0) > (time($1, order), $1) }
        case .oldest: places.sortPart(page) { (time($0, order), $0) < (time($1, order), $1) }
        case .name: places.sortPart(page, by: isNamedBefore)
        }
        return places[page].map { PhotoID(Int64($0)) }
    }

    private func time(_ photo: Int, _ order: PhotoOrder) -> Int64 {
        order.time(
            taken[photo] == Self.noTime ? nil : taken[photo], isOfFile: datedByFile.contains(PhotoID(Int64(photo))))
    }

    private func isNamedBefore(_ photo: Int, _ other: Int) -> Bool {
        let order = names.order(photo, other)
        if order.isBefore || order.isAfter { return order.isBefore }
        let (path, otherPath) = (folders.paths[folder[photo]], folders.paths[folder[other]])
        guard let path, let otherPath, path != otherPath else { return photo < other }
        return path < otherPath
    }
}

extension Array {
    /// Puts in order only the elements that would stand in `part` if all were sorted; no two are equal. That takes one
    /// or two passes over all of them; sorting takes twenty.
    fileprivate mutating func sortPart(_ part: Range<Int>, by precedes: (Element, Element) -> Bool) {
        withUnsafeMutableBufferPointer { all in
            var open = part.isEmpty ? [] : [all.indices]
            while let range = open.popLast() {
                guard range.count > 32, !(part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound)
                else {
                    var rest = UnsafeMutableBufferPointer(rebasing: all[range])
                    rest.sort(by: precedes)
                    continue
                }
                // The pivot is the median of the first, the middle and the last.
                var three = [range.lowerBound, range.lowerBound + range.count / 2, range.upperBound - 1]
                three.sort { precedes(all[$0], all[$1]) }
                all.swapAt(three[1], range.upperBound - 1)
                let pivot = all[range.upperBound - 1]
                var middle = range.lowerBound
                for place in range.dropLast() where precedes(all[place], pivot) {
                    all.swapAt(place, middle)
                    middle += 1
                }
                all.swapAt(middle, range.upperBound - 1)
                for side in [range.lowerBound..<middle, middle + 1..<range.upperBound] where side.overlaps(part) {
                    open.append(side)
                }
            }
        }
    }
}
