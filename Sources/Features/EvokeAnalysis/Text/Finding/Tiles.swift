import EvokeValues

/// A large picture in tiles of one size that the detector sees one after the other. They overlap, so that each pixel is
/// seen with what is around it.
struct Tiles {
    struct Tile: Hashable {
        /// What is looked at.
        let seen: Part
        /// What is taken over of that: every pixel of the picture is in one tile's.
        let kept: Part
    }

    /// Half of it on each side is not taken over: higher than small letters are.
    static let overlap = 128

    let tiles: [Tile]

    init(of picture: PixelSize, each size: PixelSize) {
        let rows = Self.cuts(picture.height, size.height)
        let columns = Self.cuts(picture.width, size.width)
        tiles = rows.flatMap { row in
            columns.map { column in
                Tile(
                    seen: Part(columns: column.seen, rows: row.seen),
                    kept: Part(columns: column.kept, rows: row.kept))
            }
        }
    }

    /// The last one may reach beyond the end.
    private static func cuts(_ length: Int, _ size: Int) -> [(seen: Range<Int>, kept: Range<Int>)] {
        let step = size - overlap
        let count = max(1, (max(0, length - overlap) + step - 1) / step)
        return (0..<count).map { number in
            let start = number * step
            let kept =
                (number == 0 ? 0 : start + overlap / 2)..<(number == count - 1 ? length : start + size - overlap / 2)
            return (start..<start + size, kept)
        }
    }
}
