operation = call("GET", f"/operations/{operation['id']}?wait=30")
card = call("GET", f"/cards/{operation['result']['cardId']}")
print(json.dumps(card))
