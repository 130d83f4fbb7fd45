import EvokeValues

/// What a run has to do, found by comparing the disk with the catalogue.
struct IndexPlan: Sendable {
    struct Task: Sendable {
        var file: FolderScanner.File
        let isNew: Bool
        /// The picture is as it was; only what people say of it has changed.
        let isOfMetadataOnly: Bool
        /// It is not known what the file holds, though it has been encoded.
        let lacksDigest: Bool
        /// What the catalogue has at its path.
        let known: KnownFile?

        init(
            _ file: FolderScanner.File, known: KnownFile?, isNew: Bool, isOfMetadataOnly: Bool = false,
            lacksDigest: Bool = false
        ) {
            self.file = file
            self.isNew = isNew
            self.isOfMetadataOnly = isOfMetadataOnly
            self.lacksDigest = lacksDigest
            self.known = known
        }
    }

    var tasks = PlannedTasks()
    /// The photos that this run has found gone, and those to be left out.
    var vanished: [PhotoID] = []
    var hidden: [PhotoID] = []
}
