/* What the service asks of its store, in SQL that every back end understands: for store.h and the back ends
   alone. Parameters are ? or ?1, ?2, … Where databases differ, a word in braces stands for what each back end
   says in its own way. A query that adds a row and has RETURNING is asked with store_add. */
#ifndef TABLE_QUERIES_H
#define TABLE_QUERIES_H

#define QUERIES(X) \
	X(ADD_PERSON, "INSERT INTO persons(name, password, made) VALUES(NULL, NULL, ?) RETURNING id") \
	X(NAME_PERSON, \
		"UPDATE persons SET name = ?1, password = ?2, plain = ?3, small = ?5 WHERE id = ?4 AND name IS NULL AND NOT EXISTS (SELECT 1 FROM barred WHERE plain IN (?3, ?5)) " \
		"AND NOT EXISTS (SELECT 1 FROM persons WHERE plain = ?5 AND id != ?4) AND NOT EXISTS (SELECT 1 FROM persons WHERE small = ?3 AND id != ?4)") \
	X(ADD_SESSION, "INSERT INTO sessions(token, person, made, agent) VALUES(?, ?, ?, ?)") \
	X(DROP_SESSION, "DELETE FROM sessions WHERE token = ?") \
	X(DROP_SESSIONS, "DELETE FROM sessions WHERE person = ?") \
	X(DROP_OTHER_SESSIONS, "DELETE FROM sessions WHERE person = ? AND token != ?") \
	X(PASSWORD, \
		"UPDATE persons SET password = ?1, reset = NULL, reset_until = 0 WHERE id = ?2 AND password = ?3") \
	X(FORGET_CHAT, \
		"DELETE FROM chat WHERE EXISTS (SELECT 1 FROM seats s WHERE s.game = chat.game AND s.side = chat.side AND s.person = ?)") \
	X(FORGET_PROPOSALS, \
		"DELETE FROM proposals WHERE EXISTS (SELECT 1 FROM seats s WHERE s.game = proposals.game AND s.side = proposals.side AND s.person = ?)") \
	X(FORGET_HOOKS, "UPDATE seats SET hook = NULL WHERE person = ?") \
	X(FORGET_PERSON, \
		"UPDATE persons SET name = NULL, password = NULL, plain = NULL, small = NULL, reset = NULL, reset_until = 0, made = 0 WHERE id = ?") \
	X(DROP_ENTRIES, "DELETE FROM entries WHERE game = ?") \
	X(DROP_PLANS, "DELETE FROM plans WHERE game = ?") \
	X(DROP_CALLS, "DELETE FROM calls WHERE game = ?") \
	X(ADD_CALL, \
		"INSERT INTO calls(game, side, n, until) VALUES(?, ?, ?, ?) ON CONFLICT (game, side) DO UPDATE SET n = excluded.n, until = excluded.until") \
	X(TAKE_CALL, "UPDATE calls SET until = ? WHERE game = ? AND side = ? AND until = ?") \
	X(DROP_CALL, "DELETE FROM calls WHERE game = ? AND side = ? AND n <= ?") \
	X(DROP_CHAT, "DELETE FROM chat WHERE game = ?") \
	X(DROP_PROPOSALS, "DELETE FROM proposals WHERE game = ?") \
	X(DROP_SEATS, "DELETE FROM seats WHERE game = ?") \
	X(DROP_GAME, "DELETE FROM games WHERE number = ?") \
	X(TRIM_CHAT, \
		"DELETE FROM chat WHERE game = ?1 AND id <= (SELECT id FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)") \
	X(PROBE, "UPDATE probe SET at = ?{probe_room}") \
	X(DROP_OLD_SESSIONS, "DELETE FROM sessions WHERE made < ?") \
	X(DROP_OLD_GUESTS, \
		"DELETE FROM persons WHERE name IS NULL AND made < ? AND id NOT IN (SELECT person FROM sessions) " \
		"AND id NOT IN (SELECT owner FROM games) AND id NOT IN (SELECT person FROM seats WHERE person IS NOT NULL)") \
	X(INVITE, "UPDATE seats SET secret = ?, invited = ? WHERE game = ? AND side = ? AND kind = 0") \
	X(HOOK, "UPDATE seats SET hook = ? WHERE game = ? AND side = ? AND person = ?") \
	X(ADD_GAME, \
		"INSERT INTO games(number, id, owner, battle, system, scenario, version, options, seed, after, made, dice, parent, parent_n, parent_side) " \
		"SELECT {next_game}, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15 WHERE (SELECT count(*) FROM games WHERE owner = ?3) < ?1 RETURNING number") \
	X(ADD_SEAT, "INSERT INTO seats(game, side, kind, person, secret, level) VALUES(?, ?, ?, ?, ?, ?)") \
	X(CLAIM_SEAT, \
		"UPDATE seats SET kind = 1, person = ?, secret = NULL WHERE game = ? AND side = ? AND kind = 0") \
	X(RESIGN, "UPDATE seats SET resigned = 1 WHERE game = ? AND side = ? AND person = ?") \
	X(PUT_AWAY, "UPDATE seats SET away = 1 WHERE game = ? AND person = ?") \
	X(NAME_GAME, "UPDATE games SET id = ? WHERE number = ? AND id = ?") \
	X(DROP_HALF_SLICE, \
		"DELETE FROM entries WHERE game = (SELECT number FROM games WHERE id = ?) AND n >= ?") \
	X(DROP_HALF, "DELETE FROM games WHERE id = ?") \
	X(DROP_HALF_ENTRIES, \
		"DELETE FROM entries WHERE game IN (SELECT number FROM games WHERE id >= '~' AND made <= ?)") \
	X(DROP_HALF_GAMES, "DELETE FROM games WHERE id >= '~' AND made <= ?") \
	X(SETTLE, "{settle}") \
	X(OFFER_KEY, "INSERT INTO shared(one, key) VALUES(1, ?) ON CONFLICT (one) DO NOTHING") \
	X(SHARED_KEY, "SELECT key FROM shared WHERE one = 1") \
	X(RENEW_SESSIONS, "UPDATE sessions SET made = ?1 WHERE made < ?1 - 86400") \
	X(ADD_ENTRY, \
		"INSERT INTO entries(game, n, line, hash, after, key, answer, made) VALUES(?, ?, ?, ?, ?, ?, ?, ?)") \
	X(ADD_PLAN, "INSERT INTO plans(game, n, side, text, memory) VALUES(?, ?, ?, ?, ?)") \
	X(ADD_CHAT, "INSERT INTO chat(game, side, text, made) VALUES(?, ?, ?, ?) RETURNING id") \
	X(ADD_PROPOSAL, \
		"INSERT INTO proposals(game, side, field, element, value, reason) VALUES(?, ?, ?, ?, ?, ?) RETURNING id") \
	X(END_PROPOSAL, "UPDATE proposals SET done = 1 WHERE id = ? AND game = ? AND done = 0") \
	X(SESSION, \
		"SELECT p.id, p.name FROM sessions s JOIN persons p ON p.id = s.person WHERE s.token = ? AND s.made > ? AND p.banned <= ?") \
	X(PERSON_NAMED, "SELECT id, password, banned, reset, reset_until, name FROM persons WHERE name = ?") \
	X(SESSIONS, "SELECT token, made, agent FROM sessions WHERE person = ? ORDER BY made DESC") \
	X(KEPT_PERSON, "SELECT name, made, password IS NOT NULL FROM persons WHERE id = ?") \
	X(KEPT_GAMES, \
		"SELECT id, battle, system, scenario, made, owner = ?1 FROM games WHERE number IN " \
		"(SELECT game FROM seats WHERE person = ?1 UNION SELECT number FROM games WHERE owner = ?1) ORDER BY number") \
	X(KEPT_SEATS, \
		"SELECT g.id, s.side, s.hook, s.game, g.battle FROM seats s JOIN games g ON g.number = s.game WHERE s.person = ? ORDER BY s.game, s.side") \
	X(KEPT_CHAT, \
		"SELECT g.id, c.text, c.made FROM chat c JOIN games g ON g.number = c.game JOIN seats s ON s.game = c.game AND s.side = c.side WHERE s.person = ? ORDER BY c.id") \
	X(KEPT_PROPOSALS, \
		"SELECT g.id, p.field || ' ' || p.element || ' ' || p.value || ': ' || p.reason, 0 FROM proposals p JOIN games g ON g.number = p.game " \
		"JOIN seats s ON s.game = p.game AND s.side = p.side WHERE s.person = ? ORDER BY p.id") \
	X(KEPT_ORDERS, "SELECT n, line, made FROM entries WHERE game = ? AND n >= ? ORDER BY n LIMIT ?") \
	X(GAMES_ALONE, \
		"SELECT number FROM games g WHERE (owner = ?1 OR number IN (SELECT game FROM seats WHERE person = ?1)) " \
		"AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.number AND s.kind = 1 AND s.person != ?1) " \
		"AND NOT EXISTS (SELECT 1 FROM games k WHERE k.parent = g.number AND k.owner != ?1) ORDER BY number DESC") \
	X(STILL_ALONE, \
		"UPDATE games SET after = after WHERE number = ?2 AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = ?2 AND s.kind = 1 AND s.person != ?1) " \
		"AND NOT EXISTS (SELECT 1 FROM games k WHERE k.parent = ?2)") \
	X(GAMES_SHARED, "SELECT DISTINCT game FROM seats WHERE person = ?") \
	X(FORK_DEPTH, \
		"WITH RECURSIVE up(number, depth) AS (SELECT ?1, 0 UNION ALL SELECT g.parent, depth + 1 FROM up JOIN games g USING(number) WHERE g.parent IS NOT NULL AND depth < 64) " \
		"SELECT max(depth) FROM up") \
	X(GAME, \
		"SELECT number, id, battle, system, scenario, version, options, seed, parent, parent_n, parent_side, dice, owner FROM games WHERE id = ?") \
	X(GAME_NUMBERED, \
		"SELECT number, id, battle, system, scenario, version, options, seed, parent, parent_n, parent_side, dice, owner FROM games WHERE number = ?") \
	X(SEATS, \
		"SELECT s.side, s.kind, s.person, s.secret, s.level, p.name, s.hook, s.invited, s.resigned FROM seats s LEFT JOIN persons p ON p.id = s.person WHERE s.game = ?") \
	X(ENTRIES, "SELECT n, line, hash, key, answer FROM entries WHERE game = ? AND n < ? ORDER BY n") \
	X(ENTRIES_SINCE, "SELECT n, line, hash, key, answer FROM entries WHERE game = ? AND n >= ? ORDER BY n") \
	X(ENTRIES_FROM, "SELECT n, line FROM entries WHERE game = ? AND n >= ? ORDER BY n") \
	X(LAST_ENTRY, "SELECT n + 1, after, made FROM entries WHERE game = ? ORDER BY n DESC LIMIT 1") \
	X(ENTRY_MADE, \
		"SELECT made FROM entries WHERE game = ?1 AND n = ?2 UNION ALL SELECT made FROM games WHERE number = ?1 AND ?2 < 0") \
	X(GAMES_OF, \
		"SELECT number, id, battle, system, scenario, after, made FROM games WHERE number IN " \
		"(SELECT game FROM seats WHERE person = ?1 UNION SELECT number FROM games WHERE owner = ?1 AND id < '~') AND number < coalesce((SELECT number FROM games WHERE id = ?3), 9223372036854775807) " \
		"AND number NOT IN (SELECT game FROM seats WHERE person = ?1 AND away != 0) ORDER BY number DESC LIMIT ?2") \
	X(COUNT_GAMES_OF, "SELECT count(*) FROM games WHERE owner = ?") \
	X(PLANS, "SELECT n, side, text FROM plans WHERE game = ? ORDER BY n") \
	X(CALLS, \
		"SELECT c.game, c.side, c.n, c.until, g.id FROM calls c JOIN games g ON g.number = c.game WHERE c.until <= ? LIMIT 64") \
	X(MEMORY, "SELECT memory FROM plans WHERE game = ? AND side = ? AND n < ? ORDER BY n DESC LIMIT 1") \
	X(CHAT, "SELECT id, side, text, made FROM chat WHERE game = ? ORDER BY id DESC LIMIT 200") \
	X(PROPOSAL, \
		"SELECT side, field, element, value, reason FROM proposals WHERE id = ? AND game = ? AND done = 0") \
	X(COUNT_PROPOSALS, "SELECT count(*) FROM proposals WHERE game = ? AND side = ? AND done = 0") \
	X(PROPOSALS, \
		"SELECT id, side, field, element, value, reason FROM proposals WHERE game = ? AND done = 0 ORDER BY id") \
	X(COPY_NUMBERS, "SELECT number FROM games ORDER BY number") \
	X(COPY_PERSONS, \
		"SELECT id, name, password, made, banned, reset, reset_until, plain, small FROM persons ORDER BY id") \
	X(PASTE_PERSON, \
		"INSERT INTO persons(id, name, password, made, banned, reset, reset_until, plain, small) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)") \
	X(COPY_SESSIONS, "SELECT token, person, made, agent FROM sessions ORDER BY token") \
	X(PASTE_SESSION, "INSERT INTO sessions(token, person, made, agent) VALUES(?, ?, ?, ?)") \
	X(COPY_BARRED, "SELECT plain FROM barred ORDER BY plain") \
	X(PASTE_BARRED, "INSERT INTO barred(plain) VALUES(?)") \
	X(COPY_GAME, \
		"SELECT number, id, owner, battle, system, scenario, version, options, seed, after, made, dice, parent, parent_n, parent_side FROM games WHERE number = ?") \
	X(PASTE_GAME, \
		"INSERT INTO games(number, id, owner, battle, system, scenario, version, options, seed, after, made, dice, parent, parent_n, parent_side) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") \
	X(COPY_SEATS, \
		"SELECT game, side, kind, person, secret, level, hook, invited, resigned, away FROM seats WHERE game = ? ORDER BY side") \
	X(PASTE_SEAT, \
		"INSERT INTO seats(game, side, kind, person, secret, level, hook, invited, resigned, away) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") \
	X(COPY_CHAT, "SELECT id, game, side, text, made FROM chat WHERE game = ? ORDER BY id") \
	X(PASTE_CHAT, "INSERT INTO chat(id, game, side, text, made) VALUES(?, ?, ?, ?, ?)") \
	X(COPY_PROPOSALS, \
		"SELECT id, game, side, field, element, value, reason, done FROM proposals WHERE game = ? ORDER BY id") \
	X(PASTE_PROPOSAL, \
		"INSERT INTO proposals(id, game, side, field, element, value, reason, done) VALUES(?, ?, ?, ?, ?, ?, ?, ?)") \
	X(COPY_PLANS, "SELECT game, n, side, text, memory FROM plans WHERE game = ? ORDER BY n") \
	X(PASTE_PLAN, "INSERT INTO plans(game, n, side, text, memory) VALUES(?, ?, ?, ?, ?)") \
	X(COPY_ENTRIES, \
		"SELECT game, n, line, hash, after, key, answer, made FROM entries WHERE game = ? ORDER BY n") \
	X(LAST_NUMBER, "SELECT {last_game}") \
	X(SET_LAST_NUMBER, "{set_last_game}") \
	X(SET_OTHER_NUMBERS, "{set_others}") \
	X(COUNT_ALL, "SELECT (SELECT count(*) FROM persons) + (SELECT count(*) FROM games)")

#endif
