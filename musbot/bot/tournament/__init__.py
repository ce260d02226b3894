"""Tournaments as Discord shows them: commands, clicks, and the message that is kept equal to what happens.

Letters are made of a `Tournament` value alone (`announcement`, `views`, `calling`, `panel`); `live` posts and edits
them, `entering` and `hosting` answer clicks, `commands` are the slash commands.
"""
