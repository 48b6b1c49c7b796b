OPERATION_ID=$(curl -s "$API/cards/$CARD_ID/freeze" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: lost-card' -d '{}' | id op)
curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH" > /dev/null
curl -s "$API/cards/$CARD_ID" -H "$AUTH"
