OPERATION_ID=$(echo "$OPERATION" | id op)
CARD_ID=$(curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH" | id card)
curl -s "$API/cards/$CARD_ID" -H "$AUTH"
