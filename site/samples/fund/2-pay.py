print(json.dumps(call("POST", f"/sandbox/invoices/{invoice['id']}/complete")))
