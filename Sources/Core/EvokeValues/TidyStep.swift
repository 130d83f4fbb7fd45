/// How a photo is put away of which another copy stays.
public enum TidyMethod: Hashable, Sendable {
    /// Into the desktop's trash.
    case trash
    /// Both stay where they are, and take the room of one. Where their disk cannot have two files share their content, they
    /// become two names of one file: whoever changes one changes both then.
    case oneCopy
}

/// One photo that is put away, since another one stays.
public struct TidyStep: Hashable, Sendable {
    /// The photo that is put away, with all its files.
    public let goes: PhotoCard
    /// The photo that is kept instead.
    public let stays: PhotoCard
    /// Whether both are to hold the same, byte for byte.
    public let isExact: Bool

    /// Made by ``DuplicateGroup/steps(of:)``.
    package init(goes: PhotoCard, stays: PhotoCard, isExact: Bool) {
        (self.goes, self.stays, self.isExact) = (goes, stays, isExact)
    }
}

/// What became of photos that were to be put away.
public struct TidyReport: Sendable {
    /// A photo that was left as it is.
    public struct Left: Sendable {
        /// What was to be done.
        public let step: TidyStep
        /// Why it was not.
        public let why: EvokeError
    }

    /// In their order.
    public private(set) var done: [TidyStep] = []
    /// In their order.
    public private(set) var left: [Left] = []
    /// How much room their disks have won, or will have when the trash is emptied.
    public private(set) var bytes: Int64 = 0
    /// How many of those that stay got marks of those that went.
    public package(set) var marked = 0
    /// Whether it ended before all had their turn.
    public package(set) var isInterrupted = false

    package init() {}

    package mutating func record(_ step: TidyStep, bytes: Int64) {
        done.append(step)
        self.bytes += bytes
    }

    package mutating func record(_ step: TidyStep, left why: EvokeError) { left.append(Left(step: step, why: why)) }
}

/// What putting photos back came to.
public struct UndoReport: Sendable {
    /// Where files lie again.
    public package(set) var files: [FilePath] = []
    /// What could not be put back, and why.
    public package(set) var left: [EvokeError] = []
    /// What photos that stayed got of those that are back.
    package var marks = MarkChange()

    package init() {}
}
