OPERATION_ID=$(curl -s "$API/operations" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: card-of-ada' \
  -d '{"type":"issue","productId":"'$PRODUCT_ID'","holderId":"'$HOLDER_ID'","amount":"100.00","expectedTotal":"103.20"}' |
  id op)
curl -s "$API/operations/$OPERATION_ID?wait=30" -H "$AUTH"
