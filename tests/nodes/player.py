#!/usr/bin/env python3
"""Plays games of drill at a table until it is told to stop (SIGTERM), and sends each order, with its key, until somebody
answers for it. Then it compares every log with what was acknowledged, and prints what came of it.

    player.py ADDRESS:PORT PLAYERS STATUS     STATUS: a file that has the number of acknowledged orders, ever anew
"""
import collections
import http.client
import json
import os
import random
import signal
import sys
import threading
import time

address, players, status = sys.argv[1], int(sys.argv[2]), sys.argv[3]
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stop.set())
lock = threading.Lock()
acked = 0
answers = collections.Counter()  # what was answered instead of yes
longest = 0.0
NEW = {"battle": "crossroads", "system": "drill", "scenario": "meeting", "seats": {"west": "me", "east": "me"}}


class Player:
    def __init__(self, n):
        self.random = random.Random(n)
        self.connection = None
        self.headers = {"Content-Type": "application/json"}
        self.games = []  # (id, the acknowledged orders in their order)

    def call(self, method, path, body=None):
        """Status and answer; 0 if nothing came."""
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection(address, timeout=20)
            self.connection.request(method, path, json.dumps(body) if body else None, self.headers)
            answer = self.connection.getresponse()
            text = answer.read()
            cookie = answer.getheader("Set-Cookie")
            if cookie:
                self.headers["Cookie"] = cookie.split(";")[0]
            try:
                return answer.status, json.loads(text)
            except ValueError:
                return answer.status, {"error": text.decode(errors="replace")[:60]}
        except (OSError, http.client.HTTPException) as wrong:
            self.connection = None
            return 0, {"error": type(wrong).__name__}

    def insist(self, method, path, body=None):
        """Until somebody answers for it."""
        global longest
        began = time.monotonic()
        while True:
            code, answer = self.call(method, path, body)
            if 0 < code < 500 and code != 429:
                with lock:
                    longest = max(longest, time.monotonic() - began)
                return code, answer
            with lock:
                answers[f"{code} {answer.get('error')}"] += 1
            time.sleep(0.1)

    def begin(self):
        if "X-Fratelli" not in self.headers:
            self.headers["X-Fratelli"] = self.insist("GET", "/api/me")[1]["csrf"]
        while True:
            code, answer = self.insist("POST", "/api/games", NEW)
            if code == 200:
                self.games.append((answer["id"], []))
                return
            answers[f"{code} {answer.get('error')}"] += 1
            time.sleep(0.2)

    def order(self):
        global acked
        game, mine = self.games[-1]
        code, view = self.insist("GET", f"/api/games/{game}/view?n={len(mine)}")
        words = [o["words"] for o in view.get("orders", [])]
        if code != 200 or not words:
            self.begin()
            return
        word = self.random.choice(words)
        request = {"n": view["n"], "key": f"{self.random.getrandbits(60):x}", "orders": [word], "short": True}
        code, answer = self.insist("POST", f"/api/games/{game}/orders", request)
        with lock:
            if code == 200:
                mine.append((view["n"], word))
                acked += 1
            else:
                answers[f"{code} {answer.get('error')}"] += 1

    def play(self):
        self.begin()
        while not stop.is_set():
            self.order()

    def compare(self):
        lost = twice = damaged = 0
        for game, mine in self.games:
            for _ in range(100):  # a node may not have heard of the last order yet
                code, log = self.insist("GET", f"/api/games/{game}/log")
                if code == 200 and len(log) >= len(mine):
                    break
                time.sleep(0.1)
            if code != 200:
                damaged += 1
                continue
            twice += len(log) > len(mine)
            lost += sum(n >= len(log) or log[n]["order"] != word for n, word in mine)
        return lost, twice, damaged


everybody = [Player(n) for n in range(players)]
threads = [threading.Thread(target=p.play, daemon=True) for p in everybody]
for t in threads:
    t.start()
while not stop.wait(0.2):
    with open(status + ".new", "w") as f:
        print(acked, file=f)
    os.rename(status + ".new", status)
for t in threads:
    t.join()
lost, twice, damaged = (sum(x) for x in zip(*(p.compare() for p in everybody)))
print(json.dumps({
    "acked": acked, "games": sum(len(p.games) for p in everybody), "lost": lost, "twice": twice, "damaged": damaged,
    "longest": round(longest, 1), "answers": answers.most_common(12),
}))
