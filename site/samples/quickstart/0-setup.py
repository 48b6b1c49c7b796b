import json
import os
import time
import urllib.error
import urllib.request

API = os.environ.get("CARDWRIGHT_URL", "http://127.0.0.1:3000") + "/api/v1"


def call(method, path, body=None, key=None, **more):
    """Sends a request and returns its JSON, also that of an error."""
    headers = {"Authorization": "Bearer " + os.environ["CARDWRIGHT_API_KEY"], **more}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(API + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=40) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)
