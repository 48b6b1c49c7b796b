OPERATION_ID=$(curl -s "$API/cards/$CARD_ID/limits" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: limit-1' \
  -d '{"perTransaction":"25.00","perDay":"100.00"}' | id op)
curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH" > /dev/null
curl -s "$API/cards/$CARD_ID" -H "$AUTH"
