/// What to do with a photo of which another copy stays.
public enum TidyMethod: Hashable, Sendable {
    /// Move it to the desktop's trash.
    case trash
    /// Both stay where they are and share the space of one. If their disk cannot share content between files, they
    /// become hard links to one file: changing one then changes both.
    case oneCopy
}

/// A photo to remove because another one stays.
public struct TidyStep: Hashable, Sendable {
    /// The photo to remove, with all its files.
    public let goes: PhotoCard
    /// The photo to keep instead.
    public let stays: PhotoCard
    /// Whether both must be equal, byte for byte.
    package let isExact: Bool

    package init(goes: PhotoCard, stays: PhotoCard, isExact: Bool) {
        (self.goes, self.stays, self.isExact) = (goes, stays, isExact)
    }
}

/// The result of removing photos.
public struct TidyReport: Sendable {
    /// A photo that was left unchanged.
    public struct Left: Sendable {
        /// The step that was not done.
        public let step: TidyStep
        /// Why it was not.
        public let why: EvokeError
    }

    /// In their order.
    public private(set) var done: [TidyStep] = []
    /// In their order.
    public private(set) var left: [Left] = []
    /// The bytes freed, now or once the trash is emptied.
    public private(set) var bytes: Int64 = 0
    /// How many of the remaining photos got marks of removed ones.
    package var marked = 0
    /// Whether it ended before all steps were tried.
    package var isInterrupted = false

    package init() {}

    package mutating func record(_ step: TidyStep, bytes: Int64) {
        done.append(step)
        self.bytes += bytes
    }

    package mutating func record(_ step: TidyStep, left why: EvokeError) { left.append(Left(step: step, why: why)) }
}

/// The result of putting photos back.
public struct UndoReport: Sendable {
    /// The files that were put back.
    public package(set) var files: [DiskPath] = []
    /// What could not be put back, and why.
    package var left: [EvokeError] = []
    /// The marks that remaining photos got from those that are back.
    package var marks = MarkChange()

    package init() {}
}
