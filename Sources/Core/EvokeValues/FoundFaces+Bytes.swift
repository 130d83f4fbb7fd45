/// A compact form of faces for catalogs.
extension FoundFaces {
    private static let thousand = 1_000.0

    /// Nil if there is no face.
    package var bytes: [UInt8]? {
        guard let first = faces.faces.first else { return nil }
        var bytes = PackedBytes()
        bytes.add(faces.size.width)
        bytes.add(faces.size.height)
        bytes.add(first.vector.numbers.count)
        for face in faces.faces {
            let box = face.box
            for number in [box.x, box.y, box.width, box.height] { bytes.add(number) }
            bytes.add(Int(nearest: Self.thousand * face.confidence))
            bytes.add(Int(nearest: Self.thousand * face.sharpness))
            bytes.add(Int(nearest: Self.thousand * face.turn))
            bytes.add(face.vector.numbers.map { Float16($0) })
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>, by finder: FaceFinderID) {
        var rest = UnpackedBytes(bytes)
        guard let width = rest.number(), let height = rest.number(), let count = rest.number() else { return nil }
        var faces: [Face] = []
        while !rest.rest.isEmpty {
            var numbers: [Int] = []
            for _ in 0..<7 {
                guard let number = rest.number() else { return nil }
                numbers.append(number)
            }
            guard let halfFloats = rest.halfFloats(count),
                let vector = FaceVector(halfFloats.map { Float($0) }, fingerprint: finder.fingerprint)
            else { return nil }
            faces.append(
                Face(
                    Face.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
                    confidence: Double(numbers[4]) / Self.thousand, sharpness: Double(numbers[5]) / Self.thousand,
                    turn: Double(numbers[6]) / Self.thousand, vector: vector))
        }
        self.init(PictureFaces(faces, in: PixelSize(width: width, height: height)), by: finder)
    }
}
