import EvokeValues

/// The library's folders, indexed by the numbers used in the columns.
struct FolderList {
    private var numbers: [Int64: Int32] = [:]
    /// Index 0 stands for no folder, so every photo has an index.
    private(set) var paths: [FilePath?] = [nil]
    /// Other paths by which folders on another machine may be named.
    private(set) var otherPaths: [Int: [FilePath]] = [:]
    /// Paths below the remembered folders, computed on demand.
    private var names: [Int: (text: String, folded: String)] = [:]

    /// A folder that has not been set yet has no path.
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

    /// The name of the outermost remembered folder and those below it; nil if the folder is in none.
    mutating func names(of number: Int, below roots: [FilePath]) -> (text: String, folded: String)? {
        if let known = names[number] { return known }
        guard let text = paths[number]?.namesFrom(roots) else { return nil }
        names[number] = (text, text.folded)
        return names[number]
    }

    mutating func forgetNames() { names = [:] }
}
