import EvokePorts
import EvokeValues

/// All operations. For each there is a route in the server and a function of the client.
package enum API {
    package static let health = APIOperation<Never, HealthAnswer>(
        "health", "GET /api/health", "Server health and the model in use", doing: "ask the server")
    package static let description = APIOperation<Never, [UInt8]>(
        "description", "GET /api/openapi.json", "This description", doing: "ask the server",
        answer: .object(.object([])))

    // Shares.
    package static let access = APIOperation<Never, AccessAnswer>(
        "access", "GET /api/access", "What the caller may do: everything, or view what is shared",
        doing: "read the access rights", askers: .visitors())
    package static let shares = APIOperation<Never, SharesAnswer>(
        "shares", "GET /api/shares", "Shared albums and saved searches, and until when", doing: "list the shares")
    package static let makeShare = APIOperation<ShareRequest, ShareMadeAnswer>(
        "makeShare", "POST /api/shares", "Share an album or a saved search", doing: "share a part of the library",
        askers: .owner, problems: [404, 422])
    package static let endShare = APIOperation<Never, SharesAnswer>(
        "endShare", "DELETE /api/shares/{number}", "End a share immediately", doing: "end the share", askers: .owner,
        problems: [404])

    // Searches.
    package static let search = APIOperation<Never, SearchAnswer>(
        "search", "GET /api/search", "Find photos by words or similar photos", doing: "search for photos",
        askers: .visitors(["q", "literal", "count", "top", "offset"]),
        parameters: .inWords + [
            .init("count", .flag, "Whether to count all matching photos"), .like, .fold, .top, .offset,
        ], problems: [404])
    package static let searchByExample = APIOperation<SearchRequestBody, SearchAnswer>(
        "searchByExample", "POST /api/search", "Find photos by words, similar photos and a picture",
        doing: "search for photos", changes: false,
        form: [
            .init("picture", .file), .init("text", .query), .init("not", .query), .init("literal", .flag),
            .init("count", .flag), .init("like", .words), .init("fold", .flag), .init("top", .integer(Limits.top)),
            .init("offset", .integer(Limits.offset)),
        ], problems: [404, 422, 507])
    package static let suggest = APIOperation<Never, SuggestionsAnswer>(
        "suggest", "GET /api/suggest", "Complete a query that is being typed", doing: "complete the query",
        parameters: [
            .init("q", .query, "The query up to the cursor"),
            .init("field", .query, "A field; `q` is then the start of a value of it, without quotes"),
            .init(
                "top", .integer(Limits.suggestions),
                "How many to return at most (default: \(Limits.usualSuggestions))"),
        ])
    package static let query = APIOperation<Never, QueryAnswer>(
        "query", "GET /api/query", "Parse a query into its parts, and change its text", doing: "read the query",
        askers: .visitors(["q", "literal", "without", "clear", "words", "field", "value", "opposite", "at"]),
        parameters: .inWords + [
            .like, .init("without", .list(of: condition), "Number of a condition to remove; may be repeated"),
            .init("clear", .flag, "Whether to remove all conditions"),
            .init("words", condition, "A condition understood from plain words, to be read as words instead"),
            .init("field", .query, "A field to add to the query"),
            .init("value", .list(of: .query), "Its value; if repeated, any of them matches"),
            .init("opposite", .flag, "Whether to exclude photos with that value"),
            .init("at", condition, "The condition that it replaces"),
        ])
    private static let condition = Schema.integer(0...Limits.textCharacters)
    package static let searches = APIOperation<Never, SearchesAnswer>(
        "searches", "GET /api/searches", "Saved searches", doing: "list the saved searches")
    package static let saveSearch = APIOperation<SavedSearchRequest, SearchesAnswer>(
        "saveSearch", "PUT /api/searches/{name}", "Save a search, replacing one of the same name",
        doing: "save the search", problems: [422])
    package static let removeSearch = APIOperation<Never, SearchesAnswer>(
        "removeSearch", "DELETE /api/searches/{name}", "Remove a saved search", doing: "remove the saved search",
        problems: [404])

    // Photos.
    package static let photos = APIOperation<Never, SearchAnswer>(
        "photos", "GET /api/photos", "All photos, newest first, or those of a stack, best first",
        doing: "list the photos", askers: .visitors(["top", "offset"]),
        parameters: [
            .fold, .init("stack", .photo, "A photo whose stack to list; only itself if it is in none"), .top, .offset,
        ], answer: .object(SearchAnswer.listSchema), problems: [404])
    package static let days = APIOperation<Never, DaysAnswer>(
        "days", "GET /api/days", "Photos per day: all, or those that match a query", doing: "count the photos by day",
        askers: .visitors(["q", "literal"]), parameters: .inWords + [.fold], problems: [404])
    package static let years = APIOperation<Never, YearsAnswer>(
        "years", "GET /api/years", "Years with photos, newest first", doing: "list the years")
    package static let year = APIOperation<Never, YearAnswer>(
        "year", "GET /api/years/{year}", "Review of a year: months, places, people and some photos",
        doing: "show the year", problems: [404])
    package static let map = APIOperation<Never, MapAnswer>(
        "map", "GET /api/map", "Photos on a map by squares: all, or those that match a query",
        doing: "show the photos on a map",
        parameters: .inWords + [
            .init(
                "box", .text(most: Limits.boxCharacters),
                "The visible part of the map, as in queries: 38.6,-9.3..38.8,-9"),
            .init("zoom", .integer(MapGrid.zooms), "The world is 2^zoom squares across (default: \(Limits.usualZoom))"),
            .init(
                "dots", .integer(MapGrid.zooms),
                "Another zoom, whose squares come with positions and counts only"), .fold,
        ], problems: [404])
    package static let outlines = APIOperation<Never, [UInt8]>(
        "outlines", "GET /api/map/outlines", "Outlines of land and countries", doing: "get the outlines of the world",
        parameters: [.init("v", .text(most: 20), "Their version; makes the answer cacheable")],
        answer: .bytes("application/octet-stream"), problems: [404])
    package static let photo = APIOperation<Never, PhotoAnswer>(
        "photo", "GET /api/photos/{id}", "Details of a photo", doing: "show the photo", askers: .visitors(),
        problems: [404])
    package static let photoText = APIOperation<Never, PhotoTextAnswer>(
        "photoText", "GET /api/photos/{id}/text", "Text recognized in a photo", doing: "read the text in the photo",
        parameters: [.init("q", .query, "A query whose words are marked in the text"), .literal], problems: [404])
    package static let thumbnail = APIOperation<Never, [UInt8]>(
        "thumbnail", "GET /api/photos/{id}/thumbnail", "A thumbnail of a photo", doing: "show the photo",
        askers: .visitors(["size", "v"]),
        parameters: [
            .init(
                "size", .choice(Limits.thumbnails.map(String.init)),
                "Length of the longer side in pixels (default: \(Thumbnail.side))"), .version,
        ], answer: .bytes("image/jpeg"), problems: [404, 422])
    package static let original = APIOperation<Never, [UInt8]>(
        "original", "GET /api/photos/{id}/original", "The original file of a photo or video",
        doing: "download the photo", askers: .visitors(["v"]), parameters: [.version], answer: .bytes("*/*"),
        problems: [404, 416])
    package static let film = APIOperation<Never, [UInt8]>(
        "film", "GET /api/photos/{id}/film", "The video that a phone took with a photo",
        doing: "download the video of the photo", askers: .visitors(["v"]), answer: .bytes("video/*"),
        problems: [404, 416])
    package static let openPhoto = APIOperation<PhotoOpening, PhotoOpening>(
        "openPhoto", "POST /api/photos/{id}/open",
        "Open a photo in a program on the server's machine, for its owner there", doing: "open the photo",
        problems: [404, 422])
    package static let makeArchive = APIOperation<ArchiveRequest, ArchiveAnswer>(
        "makeArchive", "POST /api/archives", "Make a one-time download address for photos as a ZIP",
        doing: "download photos", changes: false, problems: [404])
    package static let archive = APIOperation<Never, [UInt8]>(
        "archive", "GET /api/archives/{key}", "Download photos as a ZIP, once", doing: "download photos",
        answer: .bytes("application/zip"), problems: [404])

    // Duplicates.
    package static let duplicates = APIOperation<Never, DuplicateGroupsAnswer>(
        "duplicates", "GET /api/duplicates", "Groups of duplicate photos, the one to keep first",
        doing: "list duplicates",
        parameters: [
            .init(
                "kind", .list(of: .choice(of: DuplicateGroup.Kind.self)),
                "Kinds of groups to list; may be repeated (default: all)"),
            .init("q", .query, "Only photos that match this query"), .literal, .top, .offset,
        ], problems: [404])
    package static let trashDuplicates = APIOperation<TrashRequest, TrashAnswer>(
        "trashDuplicates", "POST /api/duplicates/trash",
        "Move duplicates to the trash, keeping another photo of each group", doing: "move photos to the trash",
        problems: [507])
    package static let undoDuplicates = APIOperation<Never, UndoAnswer>(
        "undoDuplicates", "POST /api/duplicates/undo", "Restore the photos that were last moved to the trash",
        doing: "put photos back", problems: [507])

    // People: who is in photos, and whatever shows it.
    package static let people = APIOperation<Never, PeopleAnswer>(
        "people", "GET /api/people", "People in the photos, those with most photos first, and open questions",
        doing: "list the people", askers: .owner,
        parameters: [
            .init("hidden", .flag, "Include hidden people (default: false)"),
            .init("name", .name, "Only people with this name"), .top, .offset,
        ])
    package static let setPeople = APIOperation<PeopleRequest, PeopleAnswer>(
        "setPeople", "PUT /api/people", "Turn face recognition on or off", doing: "turn people on or off",
        askers: .owner)
    package static let forgetPeople = APIOperation<Never, PeopleAnswer>(
        "forgetPeople", "DELETE /api/people", "Delete all data about people, and turn face recognition off",
        doing: "delete all people", askers: .owner)
    package static let person = APIOperation<Never, PersonPageAnswer>(
        "person", "GET /api/people/{number}", "A person with all of their faces", doing: "show the person",
        askers: .owner, problems: [404])
    package static let changePerson = APIOperation<PersonRequest, PersonAnswer>(
        "changePerson", "PUT /api/people/{number}", "Name, hide or show a person", doing: "change the person",
        askers: .owner, problems: [404])
    package static let movePersonFaces = APIOperation<PersonFacesRequest, PeopleAnswer>(
        "movePersonFaces", "PUT /api/people/{number}/faces", "Remove faces from a person, or move them to another",
        doing: "move the person's faces", askers: .owner, problems: [404])
    package static let answerPeople = APIOperation<PeopleReply, PeopleAnswer>(
        "answerPeople", "POST /api/people/answers", "Say whether two people are the same person",
        doing: "compare two people", askers: .owner, problems: [404])
    package static let undoPeople = APIOperation<Never, PeopleUndoAnswer>(
        "undoPeople", "POST /api/people/undo", "Undo the last change to people or faces",
        doing: "undo the last change to people", askers: .owner)
    package static let photoFaces = APIOperation<Never, PhotoFacesAnswer>(
        "photoFaces", "GET /api/photos/{id}/faces", "The faces in a photo, the largest first", doing: "show the faces",
        askers: .owner, problems: [404])
    package static let changeFace = APIOperation<FaceRequest, PhotoFacesAnswer>(
        "changeFace", "PUT /api/photos/{id}/faces/{face}", "Say whose face it is, whose it is not, or hide it",
        doing: "update the face", askers: .owner, problems: [404])
    package static let faceCrop = APIOperation<Never, [UInt8]>(
        "faceCrop", "GET /api/photos/{id}/faces/{face}/crop", "A face with its surroundings, as a small square",
        doing: "show a face", askers: .owner, answer: .bytes("image/jpeg"), problems: [404, 422])

    // Marks.
    package static let marks = APIOperation<Never, MarksAnswer>(
        "marks", "GET /api/marks", "Albums, tags and the number of favorites", doing: "list albums and tags")
    package static let mark = APIOperation<MarkRequest, MarkedAnswer>(
        "mark", "POST /api/marks", "Add or remove favorites, ratings, captions, tags and albums, or hide photos",
        doing: "mark photos", problems: [404])
    package static let undoMarks = APIOperation<Never, MarksUndoneAnswer>(
        "undoMarks", "POST /api/marks/undo", "Undo the last change to marks", doing: "undo the last marks")

    // Labels and vectors.
    /// The answer for a picture has more than that for a vector.
    package static let classify = APIOperation<ClassifyRequest, [UInt8]>(
        "classify", "POST /api/classify", "Classify a vector or a picture by labels", doing: "classify by labels",
        changes: false,
        form: [
            .init("picture", .file, isRequired: true), .init("labels", .words),
            .init("top_k", .integer(1...Limits.labels)), .init("none", .flag),
        ], answer: .json([LabelsAnswer.self, PictureLabelsAnswer.self]),
        problems: [422, 507])
    package static let embed = APIOperation<EmbedRequest, EmbeddingAnswer>(
        "embed", "POST /api/embed", "Embed a text or a picture", doing: "embed the input", changes: false,
        form: [.init("picture", .file, isRequired: true)], problems: [422, 507])

    // The library.
    package static let library = APIOperation<Never, LibraryAnswer>(
        "library", "GET /api/library", "Contents of the library and indexing progress",
        doing: "read the library's status")
    package static let failures = APIOperation<Never, FailuresAnswer>(
        "failures", "GET /api/library/failures", "Photos that could not be read, with the reason, and truncated ones",
        doing: "list unreadable photos", parameters: [.top, .offset])
    package static let addRoot = APIOperation<RootRequest, LibraryAnswer>(
        "addRoot", "POST /api/library/roots", "Add a folder and start indexing it", doing: "add the folder",
        status: 202, problems: [404, 507])
    package static let removeRoot = APIOperation<Never, LibraryAnswer>(
        "removeRoot", "DELETE /api/library/roots/{id}",
        "Remove a folder and its photos from the library; files stay", doing: "remove the folder", problems: [404])
    package static let folders = APIOperation<Never, FoldersAnswer>(
        "folders", "GET /api/folders", "Folders inside a folder on the server, to choose one to add",
        doing: "list the folders",
        parameters: [
            .init(
                "path", .text(most: RootRequest.longest, pattern: RootRequest.pattern),
                "An absolute path without links (default: the home of the server's user)")
        ], problems: [404])
    package static let useModel = APIOperation<ModelRequest, LibraryAnswer>(
        "useModel", "PUT /api/library/model", "Switch the search model, and index photos it has not seen",
        doing: "choose the model", status: 202, problems: [404])
    package static let setIndexing = APIOperation<IndexingRequest, LibraryAnswer>(
        "setIndexing", "PUT /api/library/indexing", "Pause or resume indexing", doing: "pause or resume indexing",
        status: 202)
    package static let events = APIOperation<Never, [UInt8]>(
        "events", "GET /api/events", "Events as they happen", doing: "listen to the events of",
        answer: .bytes("text/event-stream"))

    // Models.
    package static let models = APIOperation<Never, ModelsAnswer>(
        "models", "GET /api/models", "Installed models, and the one in use", doing: "list the models")
    package static let availableModels = APIOperation<Never, AvailableModels>(
        "availableModels", "GET /api/models/available", "Models available for download", doing: "list the models")
    package static let downloads = APIOperation<Never, DownloadsAnswer>(
        "downloads", "GET /api/models/downloads", "Running downloads", doing: "list the downloads")
    package static let pullModel = APIOperation<Never, DownloadJSON>(
        "pullModel", "POST /api/models/{name}/pull", "Start downloading a model", doing: "download the model",
        status: 202, problems: [404, 507])
}

extension [AnyOperation.Parameter] {
    /// Those of a request in words.
    fileprivate static let inWords = [
        Element("q", .query, "What the photos show, as a query"), Element("not", .query, "What the photos do not show"),
        .literal,
    ]
}

extension AnyOperation.Parameter {
    fileprivate static let literal = Self(
        "literal", .flag, "Whether plain words are never read as dates, places or people")
    fileprivate static let like = Self(
        "like", .list(of: .photo, 0...Limits.likes), "Photos to find similar ones to; may be repeated")
    fileprivate static let fold = Self(
        "fold", .flag, "Whether to fold stacks: the same picture, and shots of one moment")
    fileprivate static let top = Self("top", .integer(Limits.top), "Maximum (default: \(Limits.usualTop))")
    fileprivate static let offset = Self("offset", .integer(Limits.offset), "How many to skip")
    fileprivate static let version = Self("v", .text(most: 20), "The photo's version; makes the answer cacheable")
}
