package import EvokeClient
package import EvokeValues

extension CheckAnswer {
    package init(_ report: CheckReport, of library: FilePath) {
        self.init(
            folder: JSONText.path(library), isInOrder: report.isInOrder, photos: report.counts[.photos],
            vectors: report.counts[.vectors], photosRead: report.counts[.files],
            remarks: report.parts.contains(.files) ? report.remarks : nil, faultCount: report.faultCount,
            faults: report.faults.map { .init(part: $0.part.rawValue, words: $0.words) })
    }
}
