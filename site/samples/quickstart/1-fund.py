call("POST", "/sandbox/funding", {"amount": "250.50"}, key="first-funding")
print(json.dumps(call("GET", "/balance")))
