/// The tables of a database, ordered by their dependencies.
enum Tables {
    /// Tables about photos; their rows are deleted along with the photo.
    static let ofPhotos = ["failures", "cuts", "companions", "facts", "keywords", "places", "written", "vectors"]

    /// The tables of the first format.
    static let ofFirstFormat =
        ["numbers", "settings", "roots", "exclusions", "searches", "folders", "models", "photos"] + ofPhotos
        + ["vector_changes", "photo_changes", "doubts"]

    /// The queue of photos, and its workers.
    static let ofWork = ["workers", "work"]

    static let ofTexts = ["texts", "picture_words"]

    static let ofFingerprints = ["looks"]

    static let ofComparisons = ["comparisons"]

    static let ofPeople = ["faces", "people", "face_words", "people_changes"]

    static let ofPlaces = ["placed_faces"]

    static let ofMarks = ["marks", "mark_changes"]

    static let ofMoments = ["moments"]

    /// All tables of the format that introduced marks.
    static let untilMarks =
        ofFirstFormat + ofWork + ofTexts + ofFingerprints + ofComparisons + ofPeople + ofPlaces + ofMarks

    /// The tables that workers read and write; each row begins with the library's number.
    static let ofLibraries = untilMarks + ofMoments

    static let ofAllLibraries = ["format", "libraries", "members"]

    static let all = ofAllLibraries + ofLibraries
}
