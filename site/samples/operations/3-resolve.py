call("POST", "/sandbox/clock/advance", {"seconds": 60})
while operation["status"] != "completed":
    time.sleep(1)
    operation = call("GET", f"/operations/{operation['id']}")
print(json.dumps(operation))
