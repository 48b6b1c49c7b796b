# The sandbox issuer carries this order out, but answers with an error.
scenario = {"Sandbox-Scenario": "error_after_effect"}
order = {"type": "topup", "cardId": card["id"], "amount": "20.00"}
operation = call("POST", "/operations", order, key="topup-1", **scenario)
print(json.dumps(call("GET", f"/operations/{operation['id']}?wait=30")))
