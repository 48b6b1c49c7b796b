payment = {
    "cardId": card["id"],
    "type": "purchase",
    "amount": "12.34",
    "merchant": "Bookshop",
    "country": "DE",
    "status": "settled",
}
print(json.dumps(call("POST", "/sandbox/transactions", payment, key="first-payment")))
