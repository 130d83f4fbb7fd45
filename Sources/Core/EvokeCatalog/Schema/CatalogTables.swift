import EvokePorts
import EvokeValues

/// The tables of both catalogs, ordered by their dependencies. To add a column, name it here, and add a step to the
/// upgrade of each driver.
extension CatalogTable {
    /// The format of a catalog with these tables. Version 0.1 numbered its formats from 1.
    package static let format = 101

    package static let all = [
        settings, roots, exclusions, searches, models, suspects, people, faceDecisions, placedFaces, marks, markChanges,
        peopleChanges, folders, photos, failures, truncations, companions, metadata, keywords, places, texts,
        fingerprints,
        comparisons, qualities, faces, vectors, moments, pictureWords, vectorChanges, photoChanges,
    ]

    /// What is deleted when people are forgotten.
    package static let ofPeople = [faces, people, faceDecisions, peopleChanges, placedFaces]

    package static let settings = CatalogTable("settings", key: "name:text", "value:text")

    package static let roots = CatalogTable(
        "roots", key: "path:path", about: "The folders and files that the owner indexed.")

    package static let exclusions = CatalogTable("exclusions", key: "position", "pattern:text")

    package static let searches = CatalogTable(
        "searches", key: "name:bytes", "query:bytes",
        about: "Saved searches. As bytes: a query may have any character in it.")

    package static let models = CatalogTable(
        "models", key: "model", "fingerprint:text name:text dimensions",
        indexes: [Index("models_by_fingerprint", on: "fingerprint", isUnique: true)],
        about: "The models that vectors were recorded of.")

    package static let suspects = CatalogTable(
        "suspects", key: "photo",
        about:
            "Photos that a check found something wrong with; the next run processes them again. -1 is for everything else."
    )

    package static let people = CatalogTable(
        "people", key: "person", "name:text", about: "The people that the owner named.")

    package static let faceDecisions = CatalogTable(
        "face_decisions", of: .content, key: "content:bytes x y width height", "person? refused:bytes? hidden=0",
        about:
            "What the owner decided about the face at this position of a picture: whose it is, whose it is not, and whether "
            + "it is of no interest.")

    package static let placedFaces = CatalogTable(
        "placed_faces", of: .content, key: "content:bytes face", "finder person? cluster? decided=0",
        indexes: [Index("placed_faces_by_person", on: "person", where: "person IS NOT NULL")],
        about: "Whose each face in a picture is, by its number among those found; NULL if nobody's.")

    package static let marks = CatalogTable(
        "marks", of: .content, key: "content:bytes kind:text value:text",
        indexes: [Index("hidden_marks", on: "content", where: "kind = 'hidden'")],
        about: "The owner's favorites, ratings, captions, tags, albums and hidden photos.")

    package static let markChanges = CatalogTable(
        "mark_changes", key: "number", "undo:bytes", about: "What undoes the last changes of marks.")

    package static let peopleChanges = CatalogTable(
        "people_changes", key: "number", "undo:bytes", about: "What undoes the last changes of people.")

    package static let folders = CatalogTable(
        "folders", key: "folder", "path:path", indexes: [Index("folders_by_path", on: "path", isUnique: true)])

    package static let photos = CatalogTable(
        "photos", of: .folder, key: "photo",
        "folder name:bytes size modified inode changed? width? height? missing=0 content:bytes? sidecars=0 colors?",
        indexes: [
            Index("photos_by_name", on: "folder name", isUnique: true),
            Index("photos_by_content", on: "content", where: "content IS NOT NULL"),
            Index("photos_without_colors", on: "photo", where: "colors IS NULL"),
        ],
        about:
            "Times are nanoseconds since 1970. Missing is 1 for photos that are gone and 2 for those that are left out. Colors "
            + "have one bit each, and are NULL if unknown.")

    package static let failures = CatalogTable(
        "failures", of: .photo, key: "photo", "kind:text doing:text reason:text remedy:text",
        about: "Why photos could not be read.")

    package static let truncations = CatalogTable(
        "truncations", of: .photo, key: "photo", "share:real",
        about: "How much there is of truncated photos, from 0 to 1.")

    package static let companions = CatalogTable(
        "companions", of: .photo, key: "photo position", "path:path", isOfContent: true,
        about: "Other files of the same shot, and sidecars.")

    package static let metadata = CatalogTable(
        "metadata", of: .photo, key: "photo",
        "taken? nanoseconds? utc_offset? taken_precision:text? taken_source:text? make:text? camera:text? lens:text? "
            + "latitude:real? longitude:real? altitude:real? orientation? rating? title:text? description:text? "
            + "length:real?",
        indexes: [Index("films_with_moments", on: "photo", where: "length >= 4")], isOfContent: true,
        about: "Times are local, in seconds since 1970; utc_offset is in minutes. Length is a film's, in seconds.")

    package static let keywords = CatalogTable(
        "keywords", of: .photo, key: "photo position", "keyword:text", isOfContent: true)

    package static let places = CatalogTable(
        "places", of: .photo, key: "photo", "known=0 city? subdivision:text? country:text?",
        indexes: [Index("places_unknown", on: "photo", where: "known = 0")], isOfContent: true,
        about:
            "Where photos with coordinates were taken: GeoNames' number of the city, the codes of subdivision and country. "
            + "Known is 1 once it was looked up.")

    package static let texts = CatalogTable(
        "texts", of: .photo, key: "photo", "reader lines:bytes?",
        indexes: [Index("texts_with_lines", on: "photo", where: "lines IS NOT NULL")], isOfContent: true,
        maker: "reader", about: "The text that a reader read in pictures; NULL if there is none.")

    package static let fingerprints = CatalogTable(
        "fingerprints", of: .photo, key: "photo", "signature:bytes fingerprint:bytes", isOfContent: true,
        about: "What duplicates are found by.")

    package static let comparisons = CatalogTable(
        "comparisons", of: .photo, key: "photo", "judge taken? alike:bytes?",
        indexes: [Index("comparisons_alike", on: "photo", where: "alike IS NOT NULL")], isOfContent: true,
        maker: "judge",
        about:
            "What a photo resembles of all that was compared before it, NULL for nothing, and when it was taken as far as "
            + "was known then.")

    package static let qualities = CatalogTable(
        "qualities", of: .photo, key: "photo", "version sharpness:real exposure:real", isOfContent: true,
        maker: "version", isNew: true, about: "How sharp and how well exposed photos are, from 0 to 1.")

    package static let faces = CatalogTable(
        "faces", of: .photo, key: "photo", "finder count found:bytes?",
        indexes: [Index("faces_found", on: "photo", where: "found IS NOT NULL")], isOfContent: true, maker: "finder",
        about: "The faces that a finder found in pictures; NULL if there are none.")

    package static let vectors = CatalogTable(
        "vectors", of: .photo, key: "photo model", "half_floats:halfFloats", isOfContent: true)

    package static let moments = CatalogTable(
        "moments", of: .photo, key: "photo model", "count moments:bytes?", isOfContent: true, maker: "model",
        about: "What films show besides the picture that stands for them; NULL if nothing.")

    package static let pictureWords = CatalogTable(
        "picture_words", key: "word:text", "mirrored:text",
        indexes: [Index("picture_words_mirrored", on: "mirrored")], isCopied: false,
        about: "Words in pictures that may have been misread, also reversed. A word may outlive its last photo.")

    package static let vectorChanges = CatalogTable(
        "vector_changes", key: "number", "token model? photo?", isCopied: false,
        about:
            "Changes of the vectors that can be searched, for followers. Tokens are random, so that a restored library "
            + "continues with other ones.")

    package static let photoChanges = CatalogTable(
        "photo_changes", key: "number", "token photo?", isCopied: false,
        about: "Changes of what conditions are tested on, for followers.")
}

extension CopiedPart {
    /// The tables that are copied together. The first has the numbers for ranges; the others depend on it.
    package var tables: [CatalogTable] {
        CatalogTable.all.filter { table in
            guard table.isCopied else { return false }
            switch self {
            case .library: return [.library, .content].contains(table.owner) && table != .folders
            case .folders: return table == .folders
            case .photos: return [.folder, .photo].contains(table.owner)
            }
        }
    }
}
