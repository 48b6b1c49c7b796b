closing = call("POST", f"/cards/{card['id']}/close", {}, key="close-1")
print(json.dumps(call("GET", f"/operations/{closing['id']}?wait=30")))
