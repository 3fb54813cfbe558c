-- needs: time
-- Up to ARGV[1] games whose time is up.
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
