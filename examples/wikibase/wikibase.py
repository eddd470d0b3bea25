"""Plays the event stream of a Wikibase: each line of a file is an event. A client that names the last event it has gets those after it."""

import http.server
import json
import pathlib
import sys
import time

EVENTS = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()


class Stream(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        last = self.headers.get("Last-Event-ID")
        begin = json.loads(last)[0]["offset"] + 1 if last else 0
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for number in range(begin, len(EVENTS)):
            place = json.dumps([{"topic": "mutation", "partition": 0, "offset": number}])
            self.send(f"id: {place}\ndata: {EVENTS[number]}\n\n")
        while True:  # the stream of a real one does not end
            time.sleep(15)
            self.send(":ok\n\n")

    def send(self, text):
        self.wfile.write(text.encode())
        self.wfile.flush()


http.server.ThreadingHTTPServer(("", 8000), Stream).serve_forever()
