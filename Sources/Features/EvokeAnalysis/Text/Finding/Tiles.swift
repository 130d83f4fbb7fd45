import EvokeValues

/// Splits a large picture into tiles of equal size for the detector. Tiles overlap, so that every pixel is seen with
/// its surroundings.
struct Tiles {
    struct Tile: Hashable {
        /// The area that is fed to the detector.
        let seen: Part
        /// The area whose results are used; every pixel of the picture belongs to exactly one tile's.
        let kept: Part
    }

    /// Half of it is discarded on each side; it exceeds the height of small letters.
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

    /// The last one may extend beyond the end.
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
