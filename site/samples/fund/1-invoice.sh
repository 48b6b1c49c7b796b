INVOICE=$(curl -s "$API/card-account/invoices" -H "$AUTH" -H "$JSON" -H 'Idempotency-Key: deposit-1' \
  -d '{"amount":"200"}')
echo "$INVOICE"
