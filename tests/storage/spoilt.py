"""Ways in which what is computed from results can be wrong, each as the statement that makes it so."""

SPOILT = {
    "a standing that is lost": "DELETE FROM standings WHERE board = 'score' AND period = 'week'",
    "a value that is wrong": "UPDATE standings SET value = value + 1, sort_order = sort_order - 1",
    "a standing of nobody's": "INSERT INTO standings SELECT player_id, 'luck', variant, period, start, 1, -1,"
    " achieved_at, game_id FROM standings WHERE board = 'score'",
    "counts that are lost": "DELETE FROM standing_counts WHERE level = 0",
    "counts that are wrong": "UPDATE standing_counts SET players = players + 2 WHERE level > 0",
    "counts of nobody": "INSERT INTO standing_counts VALUES ('score', 'standard', 'all', '1970-01-01', 0, 12, 3)",
    "digests that are lost": "DELETE FROM digests WHERE period <> 'day'",
    "digests that are wrong": "UPDATE digests SET body = jsonb_set(body, '{0}', '99')",
    "digests that name no last game": "UPDATE digests SET body = jsonb_set(body, '{11}', 'null')",
    "digests of no variant": "INSERT INTO digests SELECT player_id, 'nonsense', period, start, body FROM digests"
    " ON CONFLICT DO NOTHING",
    "standings of no board": "INSERT INTO standings SELECT player_id, 'nonsense', variant, period, start, value,"
    " sort_order, achieved_at, game_id FROM standings WHERE board = 'score'",
    "standings of no variant": "INSERT INTO standings SELECT player_id, board, 'nonsense', period, start, value,"
    " sort_order, achieved_at, game_id FROM standings WHERE board = 'score' ON CONFLICT DO NOTHING",
    "counts of no board": "INSERT INTO standing_counts VALUES ('nonsense', 'standard', 'all', '1970-01-01', 0, 1, 3)",
    "counts of no variant": "INSERT INTO standing_counts VALUES ('score', 'nonsense', 'all', '1970-01-01', 0, 1, 3)",
    "fairness that is wrong": "UPDATE fairness SET deals = deals - 1",
    "fairness that is lost": "DELETE FROM fairness",
    "deals that never were": "INSERT INTO fairness VALUES ('standard', 4, 7)",
    "fates that are lost": "DELETE FROM daily_fates",
    "fates that are wrong": "UPDATE daily_fates SET locks_at = 4",
    "fates of no deal": "INSERT INTO daily_fates VALUES ('2000-01-01', 'standard', 30)",
}
