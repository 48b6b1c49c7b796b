curl -s "$API/holders" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: employee-4711' \
  -d '{"name":"Ada Lovelace","email":"ada@example.com","kind":"individual"}'
