PRODUCT_ID=$(curl -s "$API/products" -H "$AUTH" | id prod)
HOLDER_ID=$(echo "$HOLDER" | id holder)
# Repeats under the same key until the issuer has confirmed the cardholder.
OPERATION=$(curl -sf --retry 9 --retry-all-errors "$API/operations" -H "$AUTH" -H "$JSON" \
  -H 'Idempotency-Key: first-card' \
  -d '{"type":"issue","productId":"'$PRODUCT_ID'","holderId":"'$HOLDER_ID'","amount":"50.00","expectedTotal":"53.10"}')
echo "$OPERATION"
