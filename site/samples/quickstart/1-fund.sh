curl -s "$API/sandbox/funding" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: first-funding' \
  -d '{"amount":"250.50"}' > /dev/null
curl -s "$API/balance" -H "$AUTH"
