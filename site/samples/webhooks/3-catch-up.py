# After the last number that you have stored, until a page is empty.
print(json.dumps(call("GET", "/events?afterSequence=0&limit=2&type=card.created,operation.completed")))
