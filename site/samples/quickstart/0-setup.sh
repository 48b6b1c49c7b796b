API=${CARDWRIGHT_URL:-http://127.0.0.1:3000}/api/v1
AUTH="Authorization: Bearer $CARDWRIGHT_API_KEY"
JSON='Content-Type: application/json'
id() { grep -o "$1_[a-z0-9]*" | head -1; } # the first id of a kind in an answer
