"""People across tables: ratings, leaderboards, profiles, friends, seasons, tournaments."""
