products = call("GET", "/products")["data"]
order = {
    "type": "issue",
    "productId": next(product["id"] for product in products if product["kind"] == "card"),
    "holderId": holder["id"],
    "amount": "50.00",
    "expectedTotal": "53.10",
}
operation = call("POST", "/operations", order, key="first-card")
while operation.get("retry") == "same_key":  # the issuer has not confirmed the cardholder yet
    time.sleep(1)
    operation = call("POST", "/operations", order, key="first-card")
print(json.dumps(operation))
