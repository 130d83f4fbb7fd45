import EvokeValues

extension SidecarAdditions: Message {
    func write(to fields: inout FieldWriter) {
        fields.addAll(keywords) { $0.add($1) }
        fields.addAll([rating].compactMap(\.self)) { $0.add($1) }
        for words in [title, description] { fields.addAll([words].compactMap(\.self)) { $0.add($1) } }
        fields.addAll([taken].compactMap(\.self)) { fields, taken in
            fields.add(Int(taken.localSeconds))
            fields.add(Int(taken.nanoseconds))
            fields.addAll([taken.utcOffsetMinutes].compactMap(\.self)) { $0.add($1) }
            fields.add(taken.precision.rawValue)
            fields.add(taken.source.rawValue)
        }
        fields.addAll([place].compactMap(\.self)) { fields, place in
            fields.add(place.latitude)
            fields.add(place.longitude)
            fields.addAll([place.altitude].compactMap(\.self)) { $0.add($1) }
        }
        fields.addAll(faces) { fields, face in
            fields.add(face.name)
            for number in [face.x, face.y, face.width, face.height] { fields.add(number) }
        }
        fields.addAll([picture].compactMap(\.self)) { $1.write(to: &$0) }
        fields.addAll(picks) { $0.add($1.rawValue) }
        fields.addAll(albums) { $0.add($1) }
        fields.addAll(withdrawn.keywords) { $0.add($1) }
        fields.addAll([withdrawn.rating].compactMap(\.self)) { $0.add($1) }
        fields.addAll([withdrawn.description].compactMap(\.self)) { $0.add($1) }
        fields.addAll(withdrawn.picks) { $0.add($1.rawValue) }
        fields.addAll(withdrawn.albums) { $0.add($1) }
    }

    init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let keywords = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        let rating = try fields.all { fields throws(FieldReader.Malformed) in try fields.int() }
        let title = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        let description = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        let taken = try fields.all { fields throws(FieldReader.Malformed) in try TakenDate(from: &fields) }
        let place = try fields.all { fields throws(FieldReader.Malformed) in try Coordinates(from: &fields) }
        let faces = try fields.all { fields throws(FieldReader.Malformed) in try FaceRegion(from: &fields) }
        let picture = try fields.all { fields throws(FieldReader.Malformed) in try PixelSize(from: &fields) }
        let picks = try fields.picks()
        let albums = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        let withdrawn = try SidecarWithdrawal(from: &fields)
        self.init(
            keywords: keywords, rating: rating.first, title: title.first, description: description.first,
            taken: taken.first, place: place.first, faces: faces, picture: picture.first, picks: picks,
            albums: albums, withdrawn: withdrawn)
    }
}

extension SidecarWithdrawal {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let keywords = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        let rating = try fields.all { fields throws(FieldReader.Malformed) in try fields.int() }.first
        let description = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }.first
        let picks = try fields.picks()
        let albums = try fields.all { fields throws(FieldReader.Malformed) in try fields.text() }
        self.init(
            keywords: keywords, rating: rating, description: description, picks: picks, albums: albums)
    }
}

extension FieldReader {
    fileprivate mutating func picks() throws(Malformed) -> Set<PickField> {
        Set(try all { fields throws(Malformed) in try fields.text() }.compactMap(PickField.init))
    }
}

extension FaceRegion {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (name, x, y) = (try fields.text(), try fields.double(), try fields.double())
        let (width, height) = (try fields.double(), try fields.double())
        guard let face = FaceRegion(name: name, x: x, y: y, width: width, height: height) else {
            throw FieldReader.Malformed()
        }
        self = face
    }
}

extension TakenDate {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (seconds, nanoseconds) = (Int64(try fields.int()), Int32(clamping: try fields.int()))
        let offset = try fields.all { fields throws(FieldReader.Malformed) in try fields.int() }.first
        guard let precision = Precision(rawValue: try fields.text()), let source = Source(rawValue: try fields.text())
        else { throw FieldReader.Malformed() }
        self.init(
            localSeconds: seconds, nanoseconds: nanoseconds, utcOffsetMinutes: offset, precision: precision,
            source: source)
    }
}

extension Coordinates {
    fileprivate init(from fields: inout FieldReader) throws(FieldReader.Malformed) {
        let (latitude, longitude) = (try fields.double(), try fields.double())
        let altitude = try fields.all { fields throws(FieldReader.Malformed) in try fields.double() }.first
        guard let place = Coordinates(latitude: latitude, longitude: longitude, altitude: altitude) else {
            throw FieldReader.Malformed()
        }
        self = place
    }
}
