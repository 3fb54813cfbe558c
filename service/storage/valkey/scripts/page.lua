-- needs: login listing
-- The first part of a player's listing, or the next: see there.
return {'done', debt, listing(KEYS[4], ARGV[4], ARGV[5])}
