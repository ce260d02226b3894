"""Learning Mus: the lesson, the quiz of hands, and the pages of the rules.

What is asked is data (`course`, `guided`), what is right is always asked of the rules (`questions`), and neither knows
Discord; `lesson`, `quiz` and `offer` bring them there.
"""
