-- needs: login
-- Keeps a ticket for the login ARGV[4]: its player and digest.
redis.call('SET', KEYS[4], ARGV[4], 'PX', TICKET_MS)
return {'done', debt, now}
