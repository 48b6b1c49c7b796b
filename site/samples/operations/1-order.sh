# The sandbox issuer carries this order out, but answers with an error.
OPERATION_ID=$(curl -s "$API/operations" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: topup-1' \
  -H 'Sandbox-Scenario: error_after_effect' \
  -d '{"type":"topup","cardId":"'$CARD_ID'","amount":"20.00"}' | id op)
curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH"
