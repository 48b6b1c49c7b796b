curl -s "$API/balance" -H "$AUTH"
