curl -s "$API/operations/preview" -H "$AUTH" -H "$JSON" \
  -d '{"type":"issue","productId":"'$PRODUCT_ID'","holderId":"'$HOLDER_ID'","amount":"100.00"}'
