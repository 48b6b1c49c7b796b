curl -s "$API/idempotency-keys/employee-4711" -H "$AUTH"
