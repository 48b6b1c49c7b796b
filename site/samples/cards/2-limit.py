print(json.dumps(act("limits", "limit-1", {"perTransaction": "25.00", "perDay": "100.00"})))
