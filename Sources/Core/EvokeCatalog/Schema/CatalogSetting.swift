package import EvokePorts
import EvokeValues

/// The names of settings in a catalog.
package enum CatalogSetting {
    package static let model = "model"
    package static let variant = "variant"
    package static let precision = "precision"

    /// The prefix of the token up to which a source was followed.
    package static let sourceToken = "source_token"
    package static func token(of source: String) -> String { "\(sourceToken) \(source)" }

    /// "on" if the owner has turned people on.
    package static let people = "people"
    /// Counts the owner's decisions about people, and their assignments to faces.
    package static let peopleVersion = "people_version"
    /// The version when faces were last assigned.
    package static let placedVersion = "people_placed_version"
    /// The next free number of a person.
    package static let nextPerson = "people_next_number"
    package static let faceRecognizer = "people_recognizer"
    /// The prefix of what distances between a finder's faces mean.
    package static let faceDistances = "people_distances"
    package static func faceDistances(of finder: FaceFinderID) -> String { "\(faceDistances) \(finder.fingerprint)" }

    package static let ofPeople = [people, peopleVersion, placedVersion, nextPerson, faceRecognizer]
}
