-- needs: login number
-- The marks of the caller's games in play, with their scores.
return {'done', debt, redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', '(' .. text(-now), 'WITHSCORES')}
