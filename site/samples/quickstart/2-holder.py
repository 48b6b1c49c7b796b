holder = call(
    "POST",
    "/holders",
    {"name": "Ada Lovelace", "email": "ada@example.com", "kind": "individual"},
    key="first-holder",
)
print(json.dumps(holder))
