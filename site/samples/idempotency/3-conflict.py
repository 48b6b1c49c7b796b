grace = {"name": "Grace Hopper", "email": "grace@example.com", "kind": "individual"}
print(json.dumps(call("POST", "/holders", grace, key="employee-4711")))
