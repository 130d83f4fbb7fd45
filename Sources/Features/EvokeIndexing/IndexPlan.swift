import EvokeValues

/// What a run has to do, found by comparing the disk with the catalog.
struct IndexPlan: Sendable {
    struct Task: Sendable {
        var file: FolderScanner.File
        let isNew: Bool
        /// The picture is unchanged; only its metadata has changed.
        let isOfMetadataOnly: Bool
        /// The photo was encoded, but the digest of its content is unknown.
        let lacksDigest: Bool
        /// What the catalog has at its path.
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
    /// The photos that this run found missing, and those to leave out.
    var vanished: [PhotoID] = []
    var hidden: [PhotoID] = []
}
