import EvokeValues

extension Tags {
    /// Every date of capture in the tags, the most reliable first.
    var dates: [TakenDate] {
        [
            exifDate("Exif.Photo.DateTimeOriginal", "Original", .exifOriginal),
            exifDate("Exif.Photo.DateTimeDigitized", "Digitized", .exifDigitized),
            date("Xmp.exif.DateTimeOriginal", .xmp), date("Xmp.photoshop.DateCreated", .xmp),
            date("Xmp.xmp.CreateDate", .xmp), date("Xmp.exif.DateTimeDigitized", .xmp),
            takeoutDate, localDateOfFilm,
            iptcDate("Iptc.Application2.DateCreated", "Iptc.Application2.TimeCreated"),
            iptcDate("Iptc.Application2.DigitizationDate", "Iptc.Application2.DigitizationTime"),
        ].compactMap(\.self)
    }

    /// When a program last changed the photo. Scanners and screenshots write no other date.
    var dateOfChange: TakenDate? { exifDate("Exif.Image.DateTime", "", .exifChanged) }

    func date(_ key: String, _ source: TakenDate.Source) -> TakenDate? {
        text(key).flatMap { DateText($0) }.map { TakenDate($0, source: source) }
    }

    private func exifDate(_ key: String, _ kind: String, _ source: TakenDate.Source) -> TakenDate? {
        guard var date = text(key).flatMap({ DateText($0) }) else { return nil }
        guard date.precision == .second else { return TakenDate(date, source: source) }
        if let fraction = text("Exif.Photo.SubSecTime" + kind) { date.setFraction(fraction) }
        // EXIF has a time zone for each of its times, but cameras that know only one zone write it once.
        let zone = text("Exif.Photo.OffsetTime" + kind, "Exif.Photo.OffsetTime")
        date.utcOffsetMinutes = zone.flatMap { DateText.offset($0) } ?? date.utcOffsetMinutes
        return TakenDate(date, source: source)
    }

    private func iptcDate(_ dateKey: String, _ timeKey: String) -> TakenDate? {
        guard let date = text(dateKey) else { return nil }
        return DateText(date + "T" + (text(timeKey) ?? "")).map { TakenDate($0, source: .iptc) }
    }
}
