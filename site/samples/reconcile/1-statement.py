today = time.strftime("%Y-%m-%d", time.gmtime())
statement = call("GET", f"/account-statements?from={today}&to={today}")
print(json.dumps(statement))
