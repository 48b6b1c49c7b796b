curl -s "$API/sandbox/transactions" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: first-payment' \
  -d '{"cardId":"'$CARD_ID'","type":"purchase","amount":"12.34","merchant":"Bookshop","country":"DE","status":"settled"}'
