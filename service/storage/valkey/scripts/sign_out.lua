-- needs: login
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[4], ARGV[4])
return {'done', debt}
