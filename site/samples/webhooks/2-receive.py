from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

seen = set()  # in production: a table, written in the transaction of the event's effects


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_ours(self.server.secret, self.headers["Service-Signature"], body):
            return self.send_status(400)
        event = json.loads(body)
        if event["id"] not in seen:
            print("received", event["type"])
            seen.add(event["id"])
        self.send_status(200)

    def send_status(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
url = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{server.server_port}/hooks")
endpoint = call("POST", "/webhook-endpoints", {"url": url, "events": ["*"]})
server.secret = endpoint["secret"]  # shown once: store it like a password
Thread(target=server.serve_forever, daemon=True).start()

call("POST", f"/webhook-endpoints/{endpoint['id']}/test", {})
while not seen:
    time.sleep(0.1)
