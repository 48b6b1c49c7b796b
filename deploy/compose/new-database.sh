#!/bin/sh
# Run once by the image of Postgres, after roles.sql: passwords and the database, as docs/runbooks/new-cell.md has them.
set -eu
roles='cardwright_api cardwright_worker cardwright_admin cardwright_portal cardwright_desk cardwright_reader issuer_sandbox'
{
  for role in cardwright_owner $roles; do echo "alter role $role password '$PGPASSWORD';"; done
  cat <<SQL
create database cardwright owner cardwright_owner template template0 encoding 'UTF8' locale 'C';
revoke all on database cardwright from public;
grant connect on database cardwright to $(echo "$roles" | tr ' ' ',');
\c cardwright
alter schema public owner to cardwright_owner;
SQL
} | psql --username "${POSTGRES_USER:-postgres}" --set ON_ERROR_STOP=1 --quiet
