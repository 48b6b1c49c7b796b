curl -s -X POST "$API/sandbox/invoices/$(echo "$INVOICE" | id inv)/complete" -H "$AUTH"
