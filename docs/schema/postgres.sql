CREATE SCHEMA evoke;
CREATE TABLE evoke.format(
    version bigint NOT NULL
);
INSERT INTO evoke.format(version) VALUES(101);
-- Each transaction that writes increments the counters in the library's row, which it locks at its end: so changes
-- are numbered in the order in which they become visible, and followers miss none. Tokens are random: a database
-- that was restored to an older state continues with other ones.
CREATE TABLE evoke.libraries(
    library bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL UNIQUE,
    token bigint NOT NULL,
    writes bigint NOT NULL DEFAULT 0,
    write_token bigint NOT NULL DEFAULT 0,
    vector_change bigint NOT NULL DEFAULT 0,
    vector_token bigint NOT NULL DEFAULT 0,
    photo_change bigint NOT NULL DEFAULT 0,
    photo_token bigint NOT NULL DEFAULT 0
);
-- Who may read a library, and who may write to it.
CREATE TABLE evoke.members(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    role regrole NOT NULL,
    writes boolean NOT NULL,
    PRIMARY KEY(library, role)
);
-- The last numbers that were given to photos, folders and models of a library.
CREATE TABLE evoke.numbers(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    kind text NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY(library, kind)
);
CREATE TABLE evoke.settings(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    name text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY(library, name)
);

-- The folders and files that the owner indexed.
CREATE TABLE evoke.roots(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    digest bytea NOT NULL GENERATED ALWAYS AS (sha256(path)) STORED,
    path bytea NOT NULL,
    PRIMARY KEY(library, digest)
);

CREATE TABLE evoke.exclusions(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    position bigint NOT NULL,
    pattern text NOT NULL,
    PRIMARY KEY(library, position)
);

-- Saved searches. As bytes: a query may have any character in it.
CREATE TABLE evoke.searches(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    name bytea NOT NULL,
    query bytea NOT NULL,
    PRIMARY KEY(library, name)
);

-- The models that vectors were recorded of.
CREATE TABLE evoke.models(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    model bigint NOT NULL,
    fingerprint text NOT NULL,
    name text NOT NULL,
    dimensions bigint NOT NULL,
    PRIMARY KEY(library, model)
);
CREATE UNIQUE INDEX models_by_fingerprint ON evoke.models(library, fingerprint);

-- Photos that a check found something wrong with; the next run processes them again. -1 is for everything else.
CREATE TABLE evoke.suspects(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    photo bigint NOT NULL,
    PRIMARY KEY(library, photo)
);

-- The people that the owner named.
CREATE TABLE evoke.people(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    person bigint NOT NULL,
    name text NOT NULL,
    PRIMARY KEY(library, person)
);

-- What the owner decided about the face at this position of a picture: whose it is, whose it is not, and whether it is of no interest.
CREATE TABLE evoke.face_decisions(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    content bytea NOT NULL,
    x bigint NOT NULL,
    y bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    person bigint,
    refused bytea,
    hidden bigint NOT NULL DEFAULT 0,
    PRIMARY KEY(library, content, x, y, width, height)
);

-- Whose each face in a picture is, by its number among those found; NULL if nobody's.
CREATE TABLE evoke.placed_faces(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    content bytea NOT NULL,
    face bigint NOT NULL,
    finder bigint NOT NULL,
    person bigint,
    cluster bigint,
    decided bigint NOT NULL DEFAULT 0,
    PRIMARY KEY(library, content, face)
);
CREATE INDEX placed_faces_by_person ON evoke.placed_faces(library, person) WHERE person IS NOT NULL;

-- The owner's favorites, ratings, captions, tags, albums and hidden photos.
CREATE TABLE evoke.marks(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    content bytea NOT NULL,
    kind text NOT NULL,
    value text NOT NULL
);
CREATE UNIQUE INDEX marks_once ON evoke.marks(library, content, kind, left(value, 100));
CREATE INDEX hidden_marks ON evoke.marks(library, content) WHERE kind = 'hidden';

-- What undoes the last changes of marks.
CREATE TABLE evoke.mark_changes(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    number bigint NOT NULL,
    undo bytea NOT NULL,
    PRIMARY KEY(library, number)
);

-- What undoes the last changes of people.
CREATE TABLE evoke.people_changes(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    number bigint NOT NULL,
    undo bytea NOT NULL,
    PRIMARY KEY(library, number)
);

CREATE TABLE evoke.folders(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    folder bigint NOT NULL,
    digest bytea NOT NULL GENERATED ALWAYS AS (sha256(path)) STORED,
    path bytea NOT NULL,
    PRIMARY KEY(library, folder)
);
CREATE UNIQUE INDEX folders_by_path ON evoke.folders(library, digest);

-- Times are nanoseconds since 1970. Missing is 1 for photos that are gone and 2 for those that are left out. Colors have one bit each, and are NULL if unknown.
CREATE TABLE evoke.photos(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    folder bigint NOT NULL,
    name bytea NOT NULL,
    size bigint NOT NULL,
    modified bigint NOT NULL,
    inode bigint NOT NULL,
    changed bigint,
    width bigint,
    height bigint,
    missing bigint NOT NULL DEFAULT 0,
    content bytea,
    sidecars bigint NOT NULL DEFAULT 0,
    colors bigint,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, folder) REFERENCES evoke.folders ON DELETE CASCADE
);
CREATE UNIQUE INDEX photos_by_name ON evoke.photos(library, folder, name);
CREATE INDEX photos_by_content ON evoke.photos(library, content) WHERE content IS NOT NULL;
CREATE INDEX photos_without_colors ON evoke.photos(library, photo) WHERE colors IS NULL;

-- Why photos could not be read.
CREATE TABLE evoke.failures(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    kind text NOT NULL,
    doing text NOT NULL,
    reason text NOT NULL,
    remedy text NOT NULL,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- How much there is of truncated photos, from 0 to 1.
CREATE TABLE evoke.truncations(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    share double precision NOT NULL,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- Other files of the same shot, and sidecars.
CREATE TABLE evoke.companions(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    position bigint NOT NULL,
    path bytea NOT NULL,
    PRIMARY KEY(library, photo, position),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- Times are local, in seconds since 1970; utc_offset is in minutes. Length is a film's, in seconds.
CREATE TABLE evoke.metadata(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    taken bigint,
    nanoseconds bigint,
    utc_offset bigint,
    taken_precision text,
    taken_source text,
    make text,
    camera text,
    lens text,
    latitude double precision,
    longitude double precision,
    altitude double precision,
    orientation bigint,
    rating bigint,
    title text,
    description text,
    length double precision,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX films_with_moments ON evoke.metadata(library, photo) WHERE length >= 4;

CREATE TABLE evoke.keywords(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    position bigint NOT NULL,
    keyword text NOT NULL,
    PRIMARY KEY(library, photo, position),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- Where photos with coordinates were taken: GeoNames' number of the city, the codes of subdivision and country. Known is 1 once it was looked up.
CREATE TABLE evoke.places(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    known bigint NOT NULL DEFAULT 0,
    city bigint,
    subdivision text,
    country text,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX places_unknown ON evoke.places(library, photo) WHERE known = 0;

-- The text that a reader read in pictures; NULL if there is none.
CREATE TABLE evoke.texts(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    reader bigint NOT NULL,
    lines bytea,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX texts_with_lines ON evoke.texts(library, photo) WHERE lines IS NOT NULL;

-- What duplicates are found by.
CREATE TABLE evoke.fingerprints(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    signature bytea NOT NULL,
    fingerprint bytea NOT NULL,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- What a photo resembles of all that was compared before it, NULL for nothing, and when it was taken as far as was known then.
CREATE TABLE evoke.comparisons(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    judge bigint NOT NULL,
    taken bigint,
    alike bytea,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX comparisons_alike ON evoke.comparisons(library, photo) WHERE alike IS NOT NULL;

-- How sharp and how well exposed photos are, from 0 to 1.
CREATE TABLE evoke.qualities(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    version bigint NOT NULL,
    sharpness double precision NOT NULL,
    exposure double precision NOT NULL,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);

-- The faces that a finder found in pictures; NULL if there are none.
CREATE TABLE evoke.faces(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    finder bigint NOT NULL,
    count bigint NOT NULL,
    found bytea,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX faces_found ON evoke.faces(library, photo) WHERE found IS NOT NULL;

CREATE TABLE evoke.vectors(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    model bigint NOT NULL,
    half_floats public.halfvec NOT NULL,
    PRIMARY KEY(library, photo, model),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE,
    FOREIGN KEY(library, model) REFERENCES evoke.models ON DELETE CASCADE
) PARTITION BY HASH(library, photo);
CREATE TABLE evoke.vectors_0 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 0);
ALTER TABLE evoke.vectors_0 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_1 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 1);
ALTER TABLE evoke.vectors_1 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_2 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 2);
ALTER TABLE evoke.vectors_2 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_3 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 3);
ALTER TABLE evoke.vectors_3 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_4 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 4);
ALTER TABLE evoke.vectors_4 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_5 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 5);
ALTER TABLE evoke.vectors_5 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_6 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 6);
ALTER TABLE evoke.vectors_6 ENABLE ROW LEVEL SECURITY;
CREATE TABLE evoke.vectors_7 PARTITION OF evoke.vectors
    FOR VALUES WITH (MODULUS 8, REMAINDER 7);
ALTER TABLE evoke.vectors_7 ENABLE ROW LEVEL SECURITY;

-- What films show besides the picture that stands for them; NULL if nothing.
CREATE TABLE evoke.moments(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    model bigint NOT NULL,
    count bigint NOT NULL,
    moments bytea,
    PRIMARY KEY(library, photo, model),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE,
    FOREIGN KEY(library, model) REFERENCES evoke.models ON DELETE CASCADE
);

-- Words in pictures that may have been misread, also reversed. A word may outlive its last photo.
CREATE TABLE evoke.picture_words(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    word text COLLATE "C" NOT NULL,
    mirrored text COLLATE "C" NOT NULL,
    PRIMARY KEY(library, word)
);
CREATE INDEX picture_words_mirrored ON evoke.picture_words(library, mirrored);

-- Changes of the vectors that can be searched, for followers. Tokens are random, so that a restored library continues with other ones.
CREATE TABLE evoke.vector_changes(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    number bigint NOT NULL,
    token bigint NOT NULL,
    model bigint,
    photo bigint,
    PRIMARY KEY(library, number)
);

-- Changes of what conditions are tested on, for followers.
CREATE TABLE evoke.photo_changes(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    number bigint NOT NULL,
    token bigint NOT NULL,
    photo bigint,
    PRIMARY KEY(library, number)
);

CREATE TABLE evoke.full_text(
    library bigint NOT NULL,
    photo bigint NOT NULL,
    terms tsvector NOT NULL,
    PRIMARY KEY(library, photo),
    FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
);
CREATE INDEX full_text_by_term ON evoke.full_text USING gin(terms);
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
-- Companions and sidecars are names in the photo's folder, separated by zeros. Workers that were given the photo in
-- vain, and the one that has it, are in `tried`; `lost` says that they did not find it. Photos have the digest of
-- their root, so that a worker finds those in roots that it can reach, however many others are queued before them.
CREATE TABLE evoke.work(
    library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
    model text NOT NULL,
    digest bytea NOT NULL GENERATED ALWAYS AS (sha256(folder)) STORED,
    root bytea NOT NULL,
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
    lost boolean NOT NULL DEFAULT false,
    failure text,
    PRIMARY KEY(library, model, digest, name)
);
CREATE INDEX work_by_turn ON evoke.work(library, model, root, cardinality(tried), modified DESC);
CREATE INDEX work_by_worker ON evoke.work(library, worker) WHERE worker IS NOT NULL;
CREATE INDEX work_lost ON evoke.work(library, model) WHERE lost;
CREATE OR REPLACE FUNCTION evoke.admit(
    library_name text, admitted regrole, may_write boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA evoke TO %s', admitted);
    EXECUTE format('GRANT SELECT ON evoke.format, evoke.libraries, evoke.members, evoke.numbers, evoke.settings, evoke.roots, evoke.exclusions, evoke.searches, evoke.models, evoke.suspects, evoke.people, evoke.face_decisions, evoke.placed_faces, evoke.marks, evoke.mark_changes, evoke.people_changes, evoke.folders, evoke.photos, evoke.failures, evoke.truncations, evoke.companions, evoke.metadata, evoke.keywords, evoke.places, evoke.texts, evoke.fingerprints, evoke.comparisons, evoke.qualities, evoke.faces, evoke.vectors, evoke.moments, evoke.picture_words, evoke.vector_changes, evoke.photo_changes, evoke.full_text, evoke.workers, evoke.work TO %s', admitted);
    IF may_write THEN
        EXECUTE format('GRANT INSERT, UPDATE, DELETE ON evoke.numbers, evoke.settings, evoke.roots, evoke.exclusions, evoke.searches, evoke.models, evoke.suspects, evoke.people, evoke.face_decisions, evoke.placed_faces, evoke.marks, evoke.mark_changes, evoke.people_changes, evoke.folders, evoke.photos, evoke.failures, evoke.truncations, evoke.companions, evoke.metadata, evoke.keywords, evoke.places, evoke.texts, evoke.fingerprints, evoke.comparisons, evoke.qualities, evoke.faces, evoke.vectors, evoke.moments, evoke.picture_words, evoke.vector_changes, evoke.photo_changes, evoke.full_text, evoke.workers, evoke.work TO %s', admitted);
        EXECUTE format('GRANT UPDATE(writes, write_token, vector_change, vector_token, photo_change, photo_token) ON evoke.libraries TO %s', admitted);
    END IF;
    INSERT INTO evoke.members(library, role, writes)
        SELECT library, admitted, may_write FROM evoke.libraries WHERE name = library_name
        ON CONFLICT (library, role) DO UPDATE SET writes = excluded.writes;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no library called %', quote_literal(library_name);
    END IF;
END $$;
CREATE FUNCTION evoke.dismiss(library_name text, dismissed regrole) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM evoke.members
    WHERE role = dismissed
        AND library = (SELECT library FROM evoke.libraries WHERE name = library_name)
$$;
REVOKE ALL ON FUNCTION evoke.admit, evoke.dismiss FROM PUBLIC;
ALTER TABLE evoke.members ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.members FOR SELECT USING (pg_has_role(role::oid, 'USAGE'));
ALTER TABLE evoke.libraries ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.libraries FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.libraries USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.numbers ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.numbers FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.numbers USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.settings FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.settings USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.roots ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.roots FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.roots USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.exclusions ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.exclusions FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.exclusions USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.searches ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.searches FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.searches USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.models ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.models FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.models USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.suspects ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.suspects FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.suspects USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.people ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.people FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.people USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.face_decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.face_decisions FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.face_decisions USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.placed_faces ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.placed_faces FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.placed_faces USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.marks ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.marks FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.marks USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.mark_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.mark_changes FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.mark_changes USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.people_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.people_changes FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.people_changes USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.folders ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.folders FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.folders USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.photos FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.photos USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.failures ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.failures FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.failures USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.truncations ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.truncations FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.truncations USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.companions ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.companions FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.companions USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.metadata ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.metadata FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.metadata USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.keywords ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.keywords FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.keywords USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.places ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.places FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.places USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.texts ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.texts FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.texts USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.fingerprints ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.fingerprints FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.fingerprints USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.comparisons ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.comparisons FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.comparisons USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.qualities ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.qualities FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.qualities USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.faces ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.faces FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.faces USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.vectors ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.vectors FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.vectors USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.moments ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.moments FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.moments USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.picture_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.picture_words FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.picture_words USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.vector_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.vector_changes FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.vector_changes USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.photo_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.photo_changes FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.photo_changes USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.full_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.full_text FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.full_text USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.workers ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.workers FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.workers USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
ALTER TABLE evoke.work ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON evoke.work FOR SELECT USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE'))));
CREATE POLICY working ON evoke.work USING (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)))
    WITH CHECK (library = ANY(ARRAY(SELECT m.library FROM evoke.members m WHERE pg_has_role(m.role::oid, 'USAGE') AND m.writes)));
