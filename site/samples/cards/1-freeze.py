def act(action, key, body):
    """Acts on the card, waits for the outcome, and returns the card."""
    operation = call("POST", f"/cards/{card['id']}/{action}", body, key=key)
    call("GET", f"/operations/{operation['id']}?wait=30")
    return call("GET", f"/cards/{card['id']}")


print(json.dumps(act("freeze", "lost-card", {})))
