curl -s "$API/holders" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: employee-4711' \
  -d '{"name":"Grace Hopper","email":"grace@example.com","kind":"individual"}'
