package import Evoke
package import EvokeClient
import EvokePorts
import EvokeValues

extension PersonAnswer {
    package init(_ person: LibraryPerson) {
        self.init(
            number: String(person.id.value), name: person.name, query: person.query, photos: person.photos,
            faces: person.faces,
            hidden: person.isHidden ? true : nil, first: person.years.map { String($0.lowerBound) },
            last: person.years.map { String($0.upperBound) }, face: person.face.map(FaceReference.init))
    }

    /// For references to a person.
    init(brief person: LibraryPerson, photos: Int? = nil) {
        self.init(
            number: String(person.id.value), name: person.name, query: person.query, photos: photos,
            face: person.face.map(FaceReference.init))
    }
}

extension LibraryPerson {
    fileprivate var query: String? { name.map { PhotoTest.person($0).query } }
}

extension FaceReference {
    package init(_ face: ShownFace) { self.init(photo: face.photo.value, face: face.face) }
}

extension FaceSuggestion {
    package init(_ suggestion: SuggestedFace, in photo: DiskPath? = nil) {
        self.init(
            path: photo.map(JSONText.path), pathBase64: photo.flatMap(JSONText.base64),
            photo: suggestion.face.photo.value, face: suggestion.face.face,
            person: PersonAnswer(brief: suggestion.person), reason: suggestion.reason.rawValue)
    }
}

extension MergeSuggestion {
    package init(_ asked: AskedPeople) {
        self.init(
            person: PersonAnswer(asked.person), other: PersonAnswer(asked.other), reason: asked.reason.rawValue,
            settles: asked.settles, faces: asked.faces.map(FaceReference.init),
            others: asked.others.map(FaceReference.init))
    }
}

extension PeopleAnswer {
    /// - Parameters:
    ///   - overview: nil if people are off.
    ///   - name: only people of this name; nil for all.
    init(
        _ overview: PeopleOverview?, canFind: Bool, withHidden: Bool, called name: String?, top: Int, offset: Int
    ) {
        guard let overview else {
            self.init(state: "off", canFind: canFind)
            return
        }
        let people = overview.people.filter { person in
            (withHidden || !person.isHidden) && name.map { person.name?.folded == $0.folded } ?? true
        }
        self.init(
            state: "on", canFind: canFind, searched: overview.searched, photos: overview.photos, total: people.count,
            people: people.dropFirst(offset).prefix(top).map { PersonAnswer($0) },
            suggestions: overview.openQuestions.suggestions.prefix(Limits.suggestedFaces).map { FaceSuggestion($0) },
            questions: overview.openQuestions.questions.prefix(Limits.askedPeople).map(MergeSuggestion.init),
            undo: overview.canUndo)
    }
}

extension PersonPageAnswer {
    init(_ page: PersonPage) {
        let years = Dictionary(grouping: page.shown) { shown in
            // The time of the file alone is not a date.
            shown.taken.flatMap { $0.source == .fileModified ? nil : CivilTime(seconds: $0.localSeconds).year }
        }
        .mapValues { Set($0.map(\.face.photo)).count }
        self.init(
            PersonAnswer(page.person),
            years: years.sorted { ($0.key ?? .min) > ($1.key ?? .min) }.map { year, count in
                Year(year: year.map { String($0) }, photos: count)
            },
            shown: page.shown.map { shown in
                Shown(
                    photo: shown.face.photo.value, face: shown.face.face,
                    date: shown.taken.map { String("\($0)".prefix(10)) })
            },
            suggestions: page.suggestions.map { FaceSuggestion($0) })
    }
}

extension PhotoFacesAnswer {
    /// - Parameter page: nil if it has not been searched for faces.
    init(_ page: PhotoFacesPage?) {
        func rounded(_ share: Double) -> Double { (share * 1_000).rounded() / 1_000 }
        self.init(
            isSearched: page != nil, width: page?.size.width, height: page?.size.height,
            faces: (page?.faces ?? []).enumerated().map { number, entry in
                let (face, box) = (entry.face, entry.face.box)
                return Face(
                    face: number + 1, box: [box.x, box.y, box.width, box.height],
                    confidence: rounded(face.confidence), sharpness: rounded(face.sharpness),
                    person: entry.person.map { Who(number: String($0.id.value), name: $0.name) },
                    suggestion: entry.suggestion.map {
                        Who(number: String($0.person.id.value), name: $0.person.name, reason: $0.reason.rawValue)
                    }, hidden: entry.isHidden ? true : nil)
            })
    }
}
