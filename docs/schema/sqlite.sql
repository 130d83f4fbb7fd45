CREATE TABLE settings(
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    checksum INTEGER,
    PRIMARY KEY(name)
) WITHOUT ROWID;

-- The folders and files that the owner indexed.
CREATE TABLE roots(
    path BLOB NOT NULL,
    checksum INTEGER,
    PRIMARY KEY(path)
) WITHOUT ROWID;

CREATE TABLE exclusions(
    position INTEGER PRIMARY KEY,
    pattern TEXT NOT NULL,
    checksum INTEGER
);

-- Saved searches. As bytes: a query may have any character in it.
CREATE TABLE searches(
    name BLOB NOT NULL,
    query BLOB NOT NULL,
    checksum INTEGER,
    PRIMARY KEY(name)
) WITHOUT ROWID;

-- The models that vectors were recorded of.
CREATE TABLE models(
    model INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    checksum INTEGER
);
CREATE UNIQUE INDEX models_by_fingerprint ON models(fingerprint);

-- Photos that a check found something wrong with; the next run processes them again. -1 is for everything else.
CREATE TABLE suspects(
    photo INTEGER PRIMARY KEY,
    checksum INTEGER
);

-- The people that the owner named.
CREATE TABLE people(
    person INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum INTEGER
);

-- What the owner decided about the face at this position of a picture: whose it is, whose it is not, and whether it is of no interest.
CREATE TABLE face_decisions(
    content BLOB NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    person INTEGER,
    refused BLOB,
    hidden INTEGER NOT NULL DEFAULT 0,
    checksum INTEGER,
    PRIMARY KEY(content, x, y, width, height)
) WITHOUT ROWID;

-- Whose each face in a picture is, by its number among those found; NULL if nobody's.
CREATE TABLE placed_faces(
    content BLOB NOT NULL,
    face INTEGER NOT NULL,
    finder INTEGER NOT NULL,
    person INTEGER,
    cluster INTEGER,
    decided INTEGER NOT NULL DEFAULT 0,
    checksum INTEGER,
    PRIMARY KEY(content, face)
) WITHOUT ROWID;
CREATE INDEX placed_faces_by_person ON placed_faces(person) WHERE person IS NOT NULL;

-- The owner's favorites, ratings, captions, tags, albums and hidden photos.
CREATE TABLE marks(
    content BLOB NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    checksum INTEGER,
    PRIMARY KEY(content, kind, value)
) WITHOUT ROWID;
CREATE INDEX hidden_marks ON marks(content) WHERE kind = 'hidden';

-- What undoes the last changes of marks.
CREATE TABLE mark_changes(
    number INTEGER PRIMARY KEY,
    undo BLOB NOT NULL,
    checksum INTEGER
);

-- What undoes the last changes of people.
CREATE TABLE people_changes(
    number INTEGER PRIMARY KEY,
    undo BLOB NOT NULL,
    checksum INTEGER
);

CREATE TABLE folders(
    folder INTEGER PRIMARY KEY,
    path BLOB NOT NULL,
    checksum INTEGER
);
CREATE UNIQUE INDEX folders_by_path ON folders(path);

-- Times are nanoseconds since 1970. Missing is 1 for photos that are gone and 2 for those that are left out. Colors have one bit each, and are NULL if unknown.
CREATE TABLE photos(
    photo INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL,
    name BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    changed INTEGER,
    width INTEGER,
    height INTEGER,
    missing INTEGER NOT NULL DEFAULT 0,
    content BLOB,
    sidecars INTEGER NOT NULL DEFAULT 0,
    colors INTEGER,
    checksum INTEGER,
    FOREIGN KEY(folder) REFERENCES folders(folder) ON DELETE CASCADE
);
CREATE UNIQUE INDEX photos_by_name ON photos(folder, name);
CREATE INDEX photos_by_content ON photos(content) WHERE content IS NOT NULL;
CREATE INDEX photos_without_colors ON photos(photo) WHERE colors IS NULL;

-- Why photos could not be read.
CREATE TABLE failures(
    photo INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    doing TEXT NOT NULL,
    reason TEXT NOT NULL,
    remedy TEXT NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);

-- How much there is of truncated photos, from 0 to 1.
CREATE TABLE truncations(
    photo INTEGER PRIMARY KEY,
    share REAL NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);

-- Other files of the same shot, and sidecars.
CREATE TABLE companions(
    photo INTEGER NOT NULL,
    position INTEGER NOT NULL,
    path BLOB NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE,
    PRIMARY KEY(photo, position)
) WITHOUT ROWID;

-- Times are local, in seconds since 1970; utc_offset is in minutes. Length is a film's, in seconds.
CREATE TABLE metadata(
    photo INTEGER PRIMARY KEY,
    taken INTEGER,
    nanoseconds INTEGER,
    utc_offset INTEGER,
    taken_precision TEXT,
    taken_source TEXT,
    make TEXT,
    camera TEXT,
    lens TEXT,
    latitude REAL,
    longitude REAL,
    altitude REAL,
    orientation INTEGER,
    rating INTEGER,
    title TEXT,
    description TEXT,
    length REAL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);
CREATE INDEX films_with_moments ON metadata(photo) WHERE length >= 4;

CREATE TABLE keywords(
    photo INTEGER NOT NULL,
    position INTEGER NOT NULL,
    keyword TEXT NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE,
    PRIMARY KEY(photo, position)
) WITHOUT ROWID;

-- Where photos with coordinates were taken: GeoNames' number of the city, the codes of subdivision and country. Known is 1 once it was looked up.
CREATE TABLE places(
    photo INTEGER PRIMARY KEY,
    known INTEGER NOT NULL DEFAULT 0,
    city INTEGER,
    subdivision TEXT,
    country TEXT,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);
CREATE INDEX places_unknown ON places(photo) WHERE known = 0;

-- The text that a reader read in pictures; NULL if there is none.
CREATE TABLE texts(
    photo INTEGER PRIMARY KEY,
    reader INTEGER NOT NULL,
    lines BLOB,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);
CREATE INDEX texts_with_lines ON texts(photo) WHERE lines IS NOT NULL;

-- What duplicates are found by.
CREATE TABLE fingerprints(
    photo INTEGER PRIMARY KEY,
    signature BLOB NOT NULL,
    fingerprint BLOB NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);

-- What a photo resembles of all that was compared before it, NULL for nothing, and when it was taken as far as was known then.
CREATE TABLE comparisons(
    photo INTEGER PRIMARY KEY,
    judge INTEGER NOT NULL,
    taken INTEGER,
    alike BLOB,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);
CREATE INDEX comparisons_alike ON comparisons(photo) WHERE alike IS NOT NULL;

-- How sharp and how well exposed photos are, from 0 to 1.
CREATE TABLE qualities(
    photo INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    sharpness REAL NOT NULL,
    exposure REAL NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);

-- The faces that a finder found in pictures; NULL if there are none.
CREATE TABLE faces(
    photo INTEGER PRIMARY KEY,
    finder INTEGER NOT NULL,
    count INTEGER NOT NULL,
    found BLOB,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE
);
CREATE INDEX faces_found ON faces(photo) WHERE found IS NOT NULL;

CREATE TABLE vectors(
    photo INTEGER NOT NULL,
    model INTEGER NOT NULL,
    half_floats BLOB NOT NULL,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE,
    FOREIGN KEY(model) REFERENCES models(model) ON DELETE CASCADE,
    PRIMARY KEY(model, photo)
) WITHOUT ROWID;
CREATE INDEX vectors_by_photo ON vectors(photo);

-- What films show besides the picture that stands for them; NULL if nothing.
CREATE TABLE moments(
    photo INTEGER NOT NULL,
    model INTEGER NOT NULL,
    count INTEGER NOT NULL,
    moments BLOB,
    checksum INTEGER,
    FOREIGN KEY(photo) REFERENCES photos(photo) ON DELETE CASCADE,
    FOREIGN KEY(model) REFERENCES models(model) ON DELETE CASCADE,
    PRIMARY KEY(photo, model)
) WITHOUT ROWID;

-- Words in pictures that may have been misread, also reversed. A word may outlive its last photo.
CREATE TABLE picture_words(
    word TEXT NOT NULL,
    mirrored TEXT NOT NULL,
    PRIMARY KEY(word)
) WITHOUT ROWID;
CREATE INDEX picture_words_mirrored ON picture_words(mirrored);

-- Changes of the vectors that can be searched, for followers. Tokens are random, so that a restored library continues with other ones.
CREATE TABLE vector_changes(
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    token INTEGER NOT NULL DEFAULT (random()),
    model INTEGER,
    photo INTEGER,
    checksum INTEGER
);

-- Changes of what conditions are tested on, for followers.
CREATE TABLE photo_changes(
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    token INTEGER NOT NULL DEFAULT (random()),
    photo INTEGER,
    checksum INTEGER
);

CREATE VIRTUAL TABLE full_text USING fts5(name, file, folder, title, description, keyword, camera, picture, tokenize = 'ascii', columnsize = 0);
