"""People across tables: ratings, seasons, leaderboards, profiles. Made of the results of games alone.

docs/ratings.md tells the formulas.
"""
