order["expectedTotal"] = preview["total"]  # refused with 409 if the price has changed since
operation = call("POST", "/operations", order, key="card-of-ada")
print(json.dumps(call("GET", f"/operations/{operation['id']}?wait=30")))
