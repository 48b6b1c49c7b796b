OPERATION_ID=$(curl -s "$API/cards/$CARD_ID/close" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: close-1' -d '{}' | id op)
curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH"
