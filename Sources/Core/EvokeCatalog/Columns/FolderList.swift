import EvokeValues

/// The library's folders, by their numbers there.
struct FolderList {
    private var numbers: [Int64: Int32] = [:]
    /// The first is no folder's, so that a photo which is nowhere has one.
    private(set) var paths: [FilePath?] = [nil]
    /// What folders in one that has a name may be called besides.
    private(set) var otherPaths: [Int: [FilePath]] = [:]
    /// What the folders are called below the remembered ones, as far as that was asked.
    private var names: [Int: (text: String, folded: String)] = [:]

    /// One that has not been set yet has no path.
    mutating func number(of folder: Int64) -> Int32 {
        if let known = numbers[folder] { return known }
        numbers[folder] = Int32(paths.count)
        paths.append(nil)
        return Int32(paths.count - 1)
    }

    mutating func set(_ path: FilePath, here: FilePath?, for folder: Int64) {
        let place = Int(number(of: folder))
        otherPaths[place] = path.isElsewhere ? [here, path.withPlainName].compactMap { $0 } : nil
        guard paths[place] != path else { return }
        paths[place] = path
        names[place] = nil
    }

    /// The name of the outermost remembered folder, and those below it; nil where it is in none.
    mutating func names(of number: Int, below roots: [FilePath]) -> (text: String, folded: String)? {
        if let known = names[number] { return known }
        guard let text = paths[number]?.namesFrom(roots) else { return nil }
        names[number] = (text, text.folded)
        return names[number]
    }

    mutating func forgetNames() { names = [:] }
}
