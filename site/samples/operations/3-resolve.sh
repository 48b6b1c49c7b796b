curl -s "$API/sandbox/clock/advance" -H "$AUTH" -H "$JSON" -d '{"seconds":60}' > /dev/null
until curl -s "$API/operations/$OPERATION_ID" -H "$AUTH" | grep '"status":"completed"'; do sleep 1; done
