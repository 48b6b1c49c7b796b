HOLDER=$(curl -s "$API/holders" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: first-holder' \
  -d '{"name":"Ada Lovelace","email":"ada@example.com","kind":"individual"}')
echo "$HOLDER"
