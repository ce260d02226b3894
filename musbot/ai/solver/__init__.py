"""How the solved player is made: `musbot train`. Needs numba; nothing here is imported while musbot plays."""
