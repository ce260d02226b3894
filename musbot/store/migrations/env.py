"""What Alembic runs to migrate: see :mod:`musbot.store.migrate`, which hands over the connection.

To write a new migration: ``python -m musbot.store.migrate "what it changes"``.
"""

from alembic import context

from musbot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter most of a table in place; batch mode copies it instead.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
