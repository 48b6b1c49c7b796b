invoice = call("POST", "/card-account/invoices", {"amount": "200"}, key="deposit-1")
print(json.dumps(invoice))
