"""Discord's side of the club: leaderboards, profiles, histories, friends, and what moderators decide."""
