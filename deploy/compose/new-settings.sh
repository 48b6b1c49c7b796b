#!/bin/sh
# Prints new settings for deploy/compose.yaml: random keys, and one password for all roles of the database.
set -eu
hex() { openssl rand -hex 32; }
password=$(hex)
private=$(openssl genpkey -algorithm ed25519 -outform DER | openssl base64 -A)
public=$(printf %s "$private" | openssl base64 -d -A | openssl pkey -inform DER -pubout -outform DER | tail -c 32 | openssl base64 -A)
request=$(hex)
url() { echo "postgres://$1:$password@database:5432/cardwright?sslmode=disable"; }
cat <<SETTINGS
POSTGRES_PASSWORD=$(hex)
PGPASSWORD=$password
CARDWRIGHT_OWNER_DATABASE_URL=$(url cardwright_owner)
CARDWRIGHT_DATABASE_URL=$(url cardwright_api)
CARDWRIGHT_PORTAL_DATABASE_URL=$(url cardwright_portal)
CARDWRIGHT_ADMIN_DATABASE_URL=$(url cardwright_admin)
CARDWRIGHT_DESK_DATABASE_URL=$(url cardwright_desk)
CARDWRIGHT_READER_DATABASE_URL=$(url cardwright_reader)
CARDWRIGHT_FIRST_OPERATORS=Jane Doe <jane@example.com>, Joe Doe <joe@example.com>
CARDWRIGHT_OPERATOR_WAIT_HOURS=0
CARDWRIGHT_PEPPERS=1:$(hex)
CARDWRIGHT_WEBHOOK_KEYS=1:$(hex)
CARDWRIGHT_DOCUMENT_KEYS=1:$(hex)
CARDWRIGHT_AUTH_SECRET=1:$(hex)
CARDWRIGHT_SEALS_DIRECTORY=/var/lib/cardwright/heads
CARDWRIGHT_PUBLIC_URL=http://localhost:3000
CARDWRIGHT_PORTAL_URL=http://localhost:3001
CARDWRIGHT_DESK_URL=http://localhost:3002
CARDWRIGHT_SMTP_URL=smtp://mail:1025
CARDWRIGHT_MAIL_FROM=Cardwright <no-reply@example.com>
CARDWRIGHT_REVEAL_ORIGINS=http://localhost:3100
CARDWRIGHT_ISSUER_SANDBOX_URL=http://issuer-sandbox:3100
CARDWRIGHT_ISSUER_SANDBOX_KEY=k1:$request
CARDWRIGHT_ISSUER_SANDBOX_PUBLIC_KEY=n1:$public
ISSUER_SANDBOX_DATABASE_URL=$(url issuer_sandbox)
ISSUER_SANDBOX_REQUEST_KEYS=k1:$request
ISSUER_SANDBOX_NOTIFICATION_KEY=n1:$private
ISSUER_SANDBOX_NOTIFICATION_URL=http://api:3000/issuer/sandbox/notifications
ISSUER_SANDBOX_PUBLIC_URL=http://localhost:3100
ISSUER_SANDBOX_FRAME_ANCESTORS=http://localhost:3001
SETTINGS
