extension Schema {
    /// Queued photos have the digest of their root, so that a worker finds those in roots it can reach, however many
    /// others are queued before them.
    static let rootsOfWork = """
        ALTER TABLE evoke.work ADD COLUMN root bytea;
        -- Whether those who were given it did not find it. Nobody is given it twice then.
        ALTER TABLE evoke.work ADD COLUMN lost boolean NOT NULL DEFAULT false;
        UPDATE evoke.work w SET root = \(Queue.innermostRoot);
        DELETE FROM evoke.work WHERE root IS NULL;
        ALTER TABLE evoke.work ALTER COLUMN root SET NOT NULL;
        DROP INDEX evoke.work_by_turn;
        CREATE INDEX work_by_turn ON evoke.work(library, model, root, cardinality(tried), modified DESC);
        CREATE INDEX work_lost ON evoke.work(library, model) WHERE lost;
        """
}
