import hashlib
import hmac

TOLERANCE_SECONDS = 300


def is_ours(secret, signature, body, now=None):
    """Whether Cardwright signed these raw bytes, and within the last five minutes."""
    fields = dict(field.split("=", 1) for field in signature.split(","))
    expected = hmac.new(secret.encode(), fields["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    is_recent = abs((now or time.time()) - int(fields["t"])) <= TOLERANCE_SECONDS
    return is_recent and hmac.compare_digest(expected, fields["v1"])


# A delivery to check your own code with.
secret = "whsec_3q2bZ8yH0fVn5sKdR1tGx7LwPjUcMaEo"
body = b'{"id":"evt_01k9","type":"webhook.test"}'
signature = "t=1767225600,v1=d8856cf567f3ccbb2ce559daec1bb92856fb90cf6bdfb3a12ed253f032e69695"
signed_at = 1767225600
for now in [signed_at, signed_at + 24 * 3600]:
    print("authentic" if is_ours(secret, signature, body, now) else "rejected")
