ada = {"name": "Ada Lovelace", "email": "ada@example.com", "kind": "individual"}
print(json.dumps(call("POST", "/holders", ada, key="employee-4711")))
