/// The tables of all libraries in a database, in the order in which they depend on each other.
enum Tables {
    /// Of one library's photos; each row goes with its photo.
    static let ofPhotos = ["failures", "cuts", "companions", "facts", "keywords", "places", "written", "vectors"]

    /// What those who work on a library read and write; each row begins with the library's number.
    static let ofLibraries =
        ["numbers", "settings", "roots", "exclusions", "searches", "folders", "models", "photos"] + ofPhotos
        + ["vector_changes", "photo_changes", "doubts"]

    static let all = ["format", "libraries", "members"] + ofLibraries
}
