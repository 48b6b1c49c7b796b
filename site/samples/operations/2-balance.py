print(json.dumps(call("GET", "/balance")))
