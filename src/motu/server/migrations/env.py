"""What Alembic runs: the revisions, over the connection it was given."""

from alembic import context

from motu.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
