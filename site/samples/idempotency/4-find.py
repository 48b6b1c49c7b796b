print(json.dumps(call("GET", "/idempotency-keys/employee-4711")))
