TODAY=$(date -u +%F)
curl -s "$API/account-statements?from=$TODAY&to=$TODAY" -H "$AUTH"
