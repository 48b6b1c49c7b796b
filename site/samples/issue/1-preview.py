order = {**order, "amount": "100.00"}
del order["expectedTotal"]
preview = call("POST", "/operations/preview", order)
print(json.dumps(preview))
