"""The pages of the Yuno dialect in a browser: the bank's challenge with and without a script, in a frame, and the bank
of the sandbox.

    python3 Tests/Browser/test_yuno_pages.py --screenshots FOLDER
"""
import http.server
import json
import pathlib
import re
import sys
import threading
import unittest
import urllib.error
import urllib.request
import uuid

from harness import Browser, Gateway, eventually

CHALLENGE = "4916994064252017"
BROKEN = "4556362626719763"

# What an app's web view gives its pages.
HANDLER = """
window.told = JSON.parse(sessionStorage.told || "[]");
window.webkit = { messageHandlers: { messageFromWeb: { postMessage: function (body) {
  window.told.push(body); sessionStorage.told = JSON.stringify(window.told);
} } } };
"""


class Shop:
    """A page of the merchant's, which the challenge stands in or goes back to."""

    def __init__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                url = re.search(r"frame=([^ ]*)", self.path)
                inside = urllib.request.unquote(url.group(1)) if url else ""
                body = f"""<!doctype html><title>shop</title><h1>Shop</h1><script>
                    window.told = []; addEventListener("message", e => told.push([e.origin, e.data]));
                    </script>{f'<iframe width=380 height=700 src="{inside}"></iframe>' if inside else ""}"""
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Yuno:
    def __init__(self, gateway):
        output = gateway.program.output
        self.address = gateway.address
        self.keys = {"public-api-key": re.search(r"pk_test_\w+", output).group(),
                     "private-secret-key": re.search(r"sk_test_[A-Za-z0-9]{24}", output).group()}
        self.account = re.search(r"account_id (\S+) \(sandbox\)", output).group(1)

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + "/v1" + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "X-Idempotency-Key": str(uuid.uuid4()), **self.keys})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def pay(self, method, country, currency, value, **session):
        place = {"account_id": self.account, "merchant_order_id": "order-77", "country": country,
                 "amount": {"currency": currency, "value": value}}
        session = self.ask("POST", "/checkout/sessions", {**place, "payment_description": "Shoes", **session})
        name = session["checkout_session"]
        token = self.ask("POST", f"/checkout/sessions/{name}/token", {"payment_method": method})["token"]
        self.ask("POST", "/payments", {**place, "description": "Shoes", "checkout": {"session": name},
                                       "payment_method": {"type": method["type"], "token": token}})
        return name

    def card(self, number, **session):
        card = {"number": number, "expiration_month": 12, "expiration_year": 40, "security_code": "123",
                "holder_name": "John Doe"}
        return self.pay({"type": "CARD", "card": card}, "CO", "COP", 8000, **session)

    def payment(self, session):
        return self.ask("GET", f"/sdk/checkout/{session}/payment")["payment"]


def with_handler(browser):
    return browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=HANDLER)["identifier"]


def in_an_app(browser, yuno, shop):
    session = yuno.card(CHALLENGE, callback_url=f"{shop.address}/back")
    script = with_handler(browser)
    browser.driver.get(yuno.payment(session)["action"]["url"])
    assert browser.script("return told") == []
    browser.type("Code de sécurité", "0000").press("Valider").sees("Essais restants")
    browser.type("Code de sécurité", "1234").press("Valider").sees("Shop")
    callback = f"{shop.address}/back?checkoutSession={session}"
    assert browser.driver.current_url == callback, browser.driver.current_url
    assert yuno.payment(session)["status"] == "SUCCEEDED"
    # What it told stands in the storage of the gateway's origin.
    browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    browser.driver.get(yuno.address + "/healthz")
    told = json.loads(browser.script("return sessionStorage.told"))
    assert [json.loads(body) for body in told] == [
        {"origin": "CHALLENGE", "status": "COMPLETED", "data": callback}], told
    browser.script("sessionStorage.clear()")


def broken(browser, yuno, shop):
    session = yuno.card(BROKEN, callback_url=f"{shop.address}/back")
    script = with_handler(browser)
    browser.driver.get(yuno.payment(session)["action"]["url"])
    told = eventually(lambda: browser.script("return told"), "the page says what is wrong")
    assert [json.loads(body) for body in told] == [
        {"origin": "CHALLENGE", "status": "ERROR", "data": "Invalid 3DS provider"}], told
    browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    browser.script("sessionStorage.clear()")
    assert yuno.payment(session)["status"] == "ERROR", yuno.payment(session)


def in_a_frame(browser, yuno, shop):
    session = yuno.card(CHALLENGE, callback_url=f"{shop.address}/back")
    address = yuno.payment(session)["action"]["url"] + "&embedded=true"
    browser.driver.get(f"{shop.address}/?frame=" + urllib.request.quote(address, safe=""))
    browser.driver.switch_to.frame(0)
    browser.type("Code de sécurité", "1111").press("Valider").sees("La vérification est terminée")
    browser.driver.switch_to.default_content()
    told = eventually(lambda: browser.script("return told"), "the frame tells")
    assert told == [[yuno.address, {
        "origin": "CHALLENGE", "status": "COMPLETED", "data": f"{shop.address}/back?checkoutSession={session}"}]], told
    assert browser.driver.current_url.startswith(shop.address + "/?frame=")
    assert yuno.payment(session)["status"] == "DECLINED"


def without_a_script(browser, yuno, shop):
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    session = yuno.card(CHALLENGE, callback_url=f"{shop.address}/back")
    browser.driver.get(yuno.payment(session)["action"]["url"])
    browser.driver.find_element("id", "field").send_keys("1234\n")
    eventually(lambda: browser.driver.current_url.startswith(shop.address), "the page leaves by itself")
    browser.cdp("Emulation.setScriptExecutionDisabled", value=False)
    assert yuno.payment(session)["status"] == "SUCCEEDED"


def bank(browser, yuno, shop):
    for button, status in [("Payer", "SUCCEEDED"), ("Refuser", "DECLINED"), ("Le laisser expirer", "EXPIRED")]:
        session = yuno.pay({"type": "PIX"}, "BR", "BRL", 150.5)
        browser.driver.get(yuno.payment(session)["action"]["simulator"])
        browser.press(button).sees("Vous pouvez revenir")
        assert yuno.payment(session)["status"] == status, (button, yuno.payment(session))


def pictures(yuno, shop, folder):
    folder.mkdir(parents=True, exist_ok=True)
    looks = [("fr", False), ("en", True), ("ar", False)]
    for language, dark in looks:
        name = f"{language}{'-dark' if dark else ''}"
        with Browser(language=language, dark=dark) as browser:
            session = yuno.card(CHALLENGE, callback_url=f"{shop.address}/back")
            address = yuno.payment(session)["action"]["url"]
            browser.driver.get(address)
            browser.shot(folder / f"challenge-{name}.png")
            browser.driver.find_element("id", "field").send_keys("0000\n")
            eventually(lambda: browser.driver.find_element("id", "alert"), "the code is wrong")
            browser.shot(folder / f"challenge-wrong-{name}.png")
            browser.driver.get(address + "&embedded=true")
            browser.driver.find_element("id", "field").send_keys("1234\n")
            eventually(lambda: not browser.driver.find_elements("id", "field"), "it is over")
            browser.shot(folder / f"challenge-over-{name}.png")
            session = yuno.card(BROKEN)
            browser.driver.get(yuno.payment(session)["action"]["url"])
            browser.shot(folder / f"challenge-broken-{name}.png")
            for method, country, currency, value in [
                    ("PIX", "BR", "BRL", 150.5), ("BOLETO", "BR", "BRL", 80), ("OXXO", "MX", "MXN", 300)]:
                session = yuno.pay({"type": method}, country, currency, value)
                browser.driver.get(yuno.payment(session)["action"]["simulator"])
                browser.shot(folder / f"{method.lower()}-{name}.png")
            for method, country, currency in [("PSE", "CO", "COP"), ("NEQUI", "CO", "COP")]:
                session = yuno.pay({"type": method}, country, currency, 8000, callback_url="shop://back")
                browser.driver.get(yuno.payment(session)["action"]["url"])
                browser.shot(folder / f"{method.lower()}-{name}.png")


def setUpModule():
    global shop, gateway, yuno
    shop = Shop()
    gateway = Gateway("--embedder", shop.address)
    yuno = Yuno(gateway)


def tearDownModule():
    gateway.stop()
    shop.server.shutdown()
    shop.server.server_close()


class Pages(unittest.TestCase):
    def check(self, walk):
        with Browser() as browser:
            walk(browser, yuno, shop)
            # A wrong code answers 422; and a browser asks the plain answers of the API for an icon, too.
            self.assertEqual([f for f in browser.faults() if "favicon.ico" not in f and "of 422" not in f], [])

    def test_in_an_app(self):
        self.check(in_an_app)

    def test_broken(self):
        self.check(broken)

    def test_in_a_frame(self):
        self.check(in_a_frame)

    def test_without_a_script(self):
        self.check(without_a_script)

    def test_bank(self):
        self.check(bank)

    def test_strangers(self):
        """Nobody else may show the challenge inside their page."""
        with Gateway() as closed, Browser() as browser:
            other = Yuno(closed)
            address = other.payment(other.card(CHALLENGE))["action"]["url"] + "&embedded=true"
            browser.driver.get(f"{shop.address}/?frame=" + urllib.request.quote(address, safe=""))
            browser.driver.switch_to.frame(0)
            self.assertFalse(browser.driver.find_elements("id", "field"))


if __name__ == "__main__":
    if "--screenshots" in sys.argv:
        setUpModule()
        pictures(yuno, shop, pathlib.Path(sys.argv[-1]))
        tearDownModule()
    else:
        unittest.main()
