extension Schema {
    /// The queue of photos, and its workers.
    ///
    /// A photo is free once its lease has expired (`until`, by the server's clock), and only one worker at a time has
    /// a lease on it: the pair of worker and claim tells the latest lease from earlier ones.
    static let work = """
        CREATE TABLE evoke.workers(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            worker bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
            name text NOT NULL,
            model text NOT NULL,
            since timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen timestamptz NOT NULL DEFAULT clock_timestamp(),
            claims bigint NOT NULL DEFAULT 0,
            done bigint NOT NULL DEFAULT 0,
            -- Photos a minute.
            rate double precision,
            PRIMARY KEY(library, worker)
        );
        -- Companions and sidecars are names in the photo's folder, with zeros between them. Those who were given it in
        -- vain, and who has it, are in `tried`.
        CREATE TABLE evoke.work(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            model text NOT NULL,
            digest bytea NOT NULL GENERATED ALWAYS AS (sha256(folder)) STORED,
            folder bytea NOT NULL,
            name bytea NOT NULL,
            need text NOT NULL,
            size bigint NOT NULL,
            modified bigint NOT NULL,
            inode bigint NOT NULL,
            changed bigint,
            companions bytea NOT NULL,
            sidecars bytea NOT NULL,
            sidecar_stamp bigint NOT NULL,
            worker bigint,
            claim bigint,
            until timestamptz,
            tried bigint[] NOT NULL DEFAULT '{}',
            failure text,
            PRIMARY KEY(library, model, digest, name)
        );
        CREATE INDEX work_by_turn ON evoke.work(library, model, cardinality(tried), modified DESC);
        CREATE INDEX work_by_worker ON evoke.work(library, worker) WHERE worker IS NOT NULL;
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork))
        \(Tables.ofWork.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofWork))
        """
}
