-- The store of the play service. A game is its entries: nothing else about play is kept, and everything else is made from them.
-- Each `-- version N` begins a migration; those above the store's version are applied in order, each in its own transaction.
-- This is SQLite's dialect. PostgreSQL reads the same lines with its own names for the types (store_pg.c). A line that ends with `-- only sqlite` or
-- `-- only pg` is for that one alone.

-- version 1
CREATE TABLE persons (
	id INTEGER PRIMARY KEY,
	name TEXT UNIQUE,              -- NULL: a guest
	password TEXT,                 -- argon2id, as libsodium writes it
	made INTEGER NOT NULL
);
CREATE TABLE sessions (
	token BLOB PRIMARY KEY,        -- BLAKE2b of the cookie
	person INTEGER NOT NULL REFERENCES persons,
	made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_person ON sessions(person);
CREATE TABLE games (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,       -- what links say
	owner INTEGER NOT NULL REFERENCES persons,
	battle TEXT NOT NULL, system TEXT NOT NULL, scenario TEXT NOT NULL,
	version INTEGER NOT NULL,      -- of the rule system
	options TEXT NOT NULL,         -- "name value" lines
	seed BLOB NOT NULL,
	after INTEGER NOT NULL,        -- as entries.after, before the first entry
	made INTEGER NOT NULL,
	parent INTEGER REFERENCES games, parent_n INTEGER, parent_side INTEGER -- a fork of what that side knew before that entry
);
CREATE INDEX games_of_owner ON games(owner);
CREATE TABLE entries (
	game INTEGER NOT NULL, n INTEGER NOT NULL,
	line TEXT NOT NULL,            -- as in a save file
	hash INTEGER NOT NULL,         -- of the state after it
	after INTEGER NOT NULL,        -- who is asked then, and the result: see sitting.h
	key INTEGER NOT NULL,          -- of the request that made it: it can not act twice
	answer TEXT,                   -- what the request was told, where that was more than "done"
	made INTEGER NOT NULL,
	PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE seats (
	game INTEGER NOT NULL REFERENCES games, side INTEGER NOT NULL,
	kind INTEGER NOT NULL,         -- open, person, computer: see sitting.h
	person INTEGER REFERENCES persons,
	secret BLOB,                   -- BLAKE2b of the invitation
	level TEXT,                    -- of a computer
	PRIMARY KEY (game, side)
) WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats(person);
CREATE TABLE chat (
	id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, side INTEGER NOT NULL, text TEXT NOT NULL, made INTEGER NOT NULL
);
CREATE INDEX chat_of_game ON chat(game);
CREATE TABLE proposals (           -- overrides that wait for the other seat
	id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, side INTEGER NOT NULL,
	field TEXT NOT NULL, element INTEGER NOT NULL, value INTEGER NOT NULL, reason TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX proposals_of_game ON proposals(game);

-- version 2
ALTER TABLE seats ADD COLUMN hook TEXT;                          -- an address to call when this seat is asked; NULL: none
ALTER TABLE seats ADD COLUMN invited INTEGER NOT NULL DEFAULT 0; -- how many invitations were made before the one that counts
ALTER TABLE games ADD COLUMN dice INTEGER NOT NULL DEFAULT 0;    -- 1: the players roll dice of their own and type them in

-- version 3
CREATE TABLE plans (               -- what a computer said it was about to do, for after the battle
	game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, side INTEGER NOT NULL, text TEXT NOT NULL,
	PRIMARY KEY (game, n)
) WITHOUT ROWID;

-- version 4
CREATE INDEX persons_by_name ON persons(name COLLATE NOCASE) WHERE name IS NOT NULL; /* no two names that differ only in capitals */ -- only sqlite

-- version 5
ALTER TABLE persons ADD COLUMN plain TEXT;               -- the name as it looks: see names.c. No two names look alike
UPDATE persons SET plain = looks(name) WHERE name IS NOT NULL; -- only sqlite
UPDATE persons SET plain = NULL WHERE EXISTS (SELECT 1 FROM persons p WHERE p.plain = persons.plain AND p.id < persons.id); -- who came first has it
CREATE UNIQUE INDEX persons_by_looks ON persons(plain);
DROP INDEX persons_by_name; -- only sqlite
ALTER TABLE persons ADD COLUMN banned INTEGER NOT NULL DEFAULT 0; -- until that second
ALTER TABLE persons ADD COLUMN reset BLOB;               -- BLAKE2b of a code with which the password can be set anew
ALTER TABLE persons ADD COLUMN reset_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT ''; -- the browser, as it calls itself
CREATE TABLE barred (plain TEXT PRIMARY KEY) WITHOUT ROWID; -- names that nobody may take
CREATE INDEX games_of_parent ON games(parent);

-- version 6
CREATE TABLE probe (at INTEGER NOT NULL);                  -- written to see whether anything can be
INSERT INTO probe VALUES(0);

-- version 7
ALTER TABLE seats ADD COLUMN resigned INTEGER NOT NULL DEFAULT 0; -- 1: this side has given the battle up
ALTER TABLE seats ADD COLUMN away INTEGER NOT NULL DEFAULT 0;     -- 1: its person has put the game away and is not told of it any more

-- version 8
CREATE TABLE dropped (last INTEGER NOT NULL);              -- the highest number of a game that was deleted: no other game gets it
INSERT INTO dropped VALUES(0);
CREATE TRIGGER game_dropped AFTER DELETE ON games WHEN old.number > (SELECT last FROM dropped) BEGIN UPDATE dropped SET last = old.number; END; -- only sqlite

-- version 9
ALTER TABLE persons ADD COLUMN small TEXT;                 -- the name as it looks in small letters: see names.c. No other name looks like either
DROP INDEX persons_by_looks;
UPDATE persons SET plain = looks(name, 0), small = looks(name, 1) WHERE plain IS NOT NULL; -- only sqlite
UPDATE persons SET plain = NULL, small = NULL WHERE EXISTS (SELECT 1 FROM persons p WHERE p.id < persons.id AND (p.plain IN (persons.plain, persons.small) OR p.small IN (persons.plain, persons.small)));
CREATE UNIQUE INDEX persons_by_looks ON persons(plain);
CREATE UNIQUE INDEX persons_by_small ON persons(small);

-- version 10
CREATE TABLE duties (              -- computers that are asked, where many nodes share the store: one node thinks for each
	game INTEGER NOT NULL, node TEXT NOT NULL,
	until INTEGER NOT NULL,        -- milliseconds by the database's clock: then another node may take it
	PRIMARY KEY (game)
) WITHOUT ROWID;
CREATE INDEX duties_by_time ON duties(until);

-- version 11
ALTER TABLE plans ADD COLUMN memory TEXT NOT NULL DEFAULT ''; -- the plan itself, as its mind remembers it: see mind_remember

-- version 12
CREATE TABLE calls (               -- webhooks to be called: added with the order after which a seat is asked, gone once it was called
	game INTEGER NOT NULL, side INTEGER NOT NULL,
	n INTEGER NOT NULL,            -- entries of the game when the seat was asked
	until INTEGER NOT NULL,        -- in seconds: until then the node that added it sees to it, later any node may
	PRIMARY KEY (game, side)
) WITHOUT ROWID;

-- version 13
CREATE TABLE shared (one INTEGER PRIMARY KEY, key BLOB NOT NULL); -- with which all nodes count addresses and people: see limits.c
ALTER TABLE probe ADD COLUMN room TEXT; -- only pg
