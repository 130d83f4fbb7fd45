/// The tables of all libraries in a database, in the order in which they depend on each other.
enum Tables {
    /// Of one library's photos; each row goes with its photo.
    static let ofPhotos = ["failures", "cuts", "companions", "facts", "keywords", "places", "written", "vectors"]

    /// The tables of a library that there were from the beginning.
    static let ofFirstFormat =
        ["numbers", "settings", "roots", "exclusions", "searches", "folders", "models", "photos"] + ofPhotos
        + ["vector_changes", "photo_changes", "doubts"]

    /// The queue of photos, and who works on them.
    static let ofWork = ["workers", "work"]

    /// What was read in pictures.
    static let ofTexts = ["texts", "picture_words"]

    /// What copies of photos are found by.
    static let ofFingerprints = ["looks"]

    /// What was found to be alike.
    static let ofComparisons = ["comparisons"]

    /// Who is in photos.
    static let ofPeople = ["faces", "people", "face_words", "people_changes"]

    /// Whose faces are.
    static let ofPlaces = ["placed_faces"]

    /// What the owner says of photos.
    static let ofMarks = ["marks", "mark_changes"]

    /// What films show.
    static let ofMoments = ["moments"]

    /// All that there were when the owner's words on photos came.
    static let untilMarks =
        ofFirstFormat + ofWork + ofTexts + ofFingerprints + ofComparisons + ofPeople + ofPlaces + ofMarks

    /// What those who work on a library read and write; each row begins with the library's number.
    static let ofLibraries = untilMarks + ofMoments

    static let ofAllLibraries = ["format", "libraries", "members"]

    static let all = ofAllLibraries + ofLibraries
}
