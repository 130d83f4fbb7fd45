import EvokeValues

/// What a check found, in words.
struct CheckForm {
    let library: FilePath
    let report: CheckReport

    var lines: [String] {
        var lines = ["Library     \(library)"]
        for part in report.parts {
            lines.append(part.title + verdict(on: part))
            let listed = report.faults.filter { $0.part == part }
            lines += listed.map { "            - \($0.words)" }
            if report.faults(of: part) > listed.count {
                lines.append("            and \(report.faults(of: part) - listed.count) more")
            }
            if part == .files { lines += remarks }
        }
        if report.indexes > 0 {
            lines.append("Index       " + (report.mended.isEmpty ? "intact" : "mended"))
            lines += report.mended.map { "            - \($0)" }
        }
        return lines + [advice]
    }

    /// What is no fault: people change their photos.
    private var remarks: [String] {
        let more = report.remarkCount - report.remarks.count
        return report.remarks.map { "            - \($0)" } + (more > 0 ? ["            and \(more) more"] : [])
    }

    private func verdict(on part: CheckReport.Part) -> String {
        let count = report.counts[part] ?? 0
        let faults = report.faults(of: part)
        if faults > 0 { return faults == 1 ? "1 fault" : "\(faults) faults" }
        return switch part {
        case .file: "intact"
        case .tables: "\(count), as Evoke made them"
        case .references: "whole"
        case .photos: "\(count), each with a vector or the reason for having none"
        case .vectors: "\(count), each as it was written, as wide as its model's and of unit length"
        case .files: "\(count), each as it was when it was indexed"
        }
    }

    private var advice: String {
        if report.isInOrder { return "The library is in order." }
        let found = report.faultCount == 1 ? "1 fault was found" : "\(report.faultCount) faults were found"
        if !report.isLeftToTheNextRun, report.faults.allSatisfy({ $0.part == .files }) {
            return "\(found). Look after the disk that these photos are on, and restore them from a backup; "
                + "the library is in order."
        }
        guard report.isLeftToTheNextRun else {
            return "\(found), and nothing was changed. "
                + "Restore the library from a backup, or move it away and index again; your photos are not part of it."
        }
        return "\(found). Run 'evoke index', which puts this right, and check once more."
    }
}

extension CheckReport.Part {
    fileprivate var title: String {
        switch self {
        case .file: "File        "
        case .tables: "Tables      "
        case .references: "References  "
        case .photos: "Photos      "
        case .vectors: "Vectors     "
        case .files: "Files       "
        }
    }
}
