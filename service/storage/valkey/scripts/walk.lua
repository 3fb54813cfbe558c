-- needs: listing
-- The next part of a listing whose first part was asked for by a caller.
return {listing(KEYS[1], ARGV[1], ARGV[2])}
