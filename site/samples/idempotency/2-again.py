print(json.dumps(call("POST", "/holders", ada, key="employee-4711")))
