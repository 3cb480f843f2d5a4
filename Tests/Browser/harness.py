"""What browser tests stand on: a gateway of their own, its merchant API, and a browser.

    with Gateway() as gateway, Browser() as browser:
        payment = gateway.payment()
        browser.open(payment.url)
        browser.press("Mobile Money")

A page is found by what a person reads or hears: labels, headings, names of buttons.
"""
import contextlib
import http.server
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/debug"
PHONE = (390, 844)


class Program:
    """One of our programs, running; its output is kept."""

    def __init__(self, name, *arguments, ready):
        self.output = ""
        self.process = subprocess.Popen(
            [str(BUILT / name), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, bufsize=1)
        threading.Thread(target=self._read, daemon=True).start()
        self.match = self.wait(ready)

    def _read(self):
        for line in self.process.stdout:
            self.output += line

    def wait(self, pattern, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(pattern, self.output)
            if found:
                return found
            if self.process.poll() is not None:
                time.sleep(0.2)
                break
            time.sleep(0.02)
        raise AssertionError(f"the program never said {pattern}: {self.output}")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.stdin.close()


class Payment:
    def __init__(self, gateway, answer):
        self.gateway = gateway
        self.id = answer["transaction"]["id"]
        self.reference = answer["transaction"]["reference"]
        self.token = answer["authorization_token"]
        self.url = answer["authorization_url"]

    @property
    def status(self):
        return self.gateway.call("GET", f"/payments/{self.id}")["transaction"]["status"]

    def await_status(self, wanted, seconds=20):
        return eventually(lambda: self.status == wanted, f"the payment is {wanted}", seconds)


class Server:
    """What every served thing can do."""

    def call(self, method, path, body=None, key=None, headers=None):
        request = urllib.request.Request(
            self.address + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": key or self.key, "Content-Type": "application/json",
                     "Accept": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return {"status_code": error.code, **json.loads(error.read() or b"{}")}

    def payment(self, amount=25000, **more):
        answer = self.call("POST", "/payments", {"amount": amount, "currency": "XAF", **more})
        assert "authorization_url" in answer, answer
        return Payment(self, answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Gateway(Server):
    """`comptoir serve` on a free port with a database of its own; `restart()` keeps both."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="comptoir-browser-")
        self.options = options
        self.key = "sk_test_" + "b" * 24
        self.port = 0
        self.start()

    def start(self):
        self.program = Program(
            "comptoir", "serve", "--port", str(self.port), "--database", f"{self.folder.name}/gateway.sqlite",
            "--secret-key", self.key, "--drain-seconds", "1", *self.options, ready=r"listens on (http://[^,\s]+)")
        self.address = self.program.match.group(1)
        self.port = int(self.address.rsplit(":", 1)[1])

    def restart(self):
        self.program.stop()
        self.start()

    def stop(self):
        self.program.stop()
        self.folder.cleanup()


class Bank:
    """A provider's page for a frame, from an origin of its own; inside it stands a page of a stranger's."""

    PAGE = b"""<!doctype html><html lang="en"><title>Bank</title><meta name="viewport" content="width=device-width">
<body style="font: 16px sans-serif; margin: 24px; color: #222; background: #fff"><h1 style="font-size: 20px">Star Bank</h1>
<p>Is it you who pays 25 500 FCFA?</p><button onclick="say({origin: 'CHALLENGE', status: 'COMPLETED', data: ''})">It is me</button>
<button onclick="say('x'.repeat(5000))">Too long</button><button onclick="for (let i = 0; i < 50; i++) say('n' + i)">Many</button>
<iframe id="inner" title="stranger" style="border: 0; width: 1px; height: 1px"></iframe>
<script>const say = what => parent.postMessage(what, '*')
inner.src = location.href.replace('127.0.0.1', 'localhost').replace('challenge', 'stranger')</script></body></html>"""
    STRANGER = b"<!doctype html><script>top.postMessage('from a stranger', '*')</script>"

    def __init__(self):
        bank = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(bank.STRANGER if "stranger" in self.path else bank.PAGE)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Gallery(Server):
    """The renderer's gallery, every kind of node."""

    def __init__(self):
        self.bank = Bank()
        self.program = Program("gallery", self.bank.address, ready=r"listens on (\S+) key (\S+)")
        self.address, self.key = self.program.match.groups()

    def stop(self):
        self.program.stop()
        self.bank.stop()


def eventually(condition, what, seconds=10):
    """Waits for something; what it is stands in the failure."""
    end = time.monotonic() + seconds
    while True:
        try:
            value = condition()
            if value:
                return value
        except (NoSuchElementException, StaleElementReferenceException):
            pass
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.03)


class Browser:
    def __init__(self, size=PHONE, language="fr", dark=False, reduced=False, arguments=()):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", "--force-device-scale-factor=1", f"--accept-lang={language}",
                         *arguments):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.resize(*size)
        self.media(dark=dark, reduced=reduced)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    # The browser itself

    def cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def resize(self, width, height, scale=1):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, dark=False, reduced=False, kind=""):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}]
        self.cdp("Emulation.setEmulatedMedia", media=kind, features=features)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def open(self, url):
        self.driver.get(url)
        return self.connected()

    def connected(self):
        eventually(lambda: self.screen not in (None, "opening"), "the sheet is there", 15)
        return self

    def shot(self, path):
        self.driver.save_screenshot(str(path))

    def faults(self):
        """What the browser complained of: errors of the script, of the policy, of the network."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    # What is to be seen

    @property
    def screen(self):
        return self.script("const s = document.getElementById('sheet'); return s && s.dataset.screen")

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def sees(self, text, seconds=10):
        eventually(lambda: text.replace("\u00a0", " ").replace("\u202f", " ")
                   in self.text.replace("\u00a0", " ").replace("\u202f", " "), f"the page says “{text}”", seconds)
        return self

    def await_screen(self, wanted, seconds=10):
        eventually(lambda: self.screen == wanted, f"the screen is {wanted}, and not {self.screen}", seconds)
        return self

    def button(self, name):
        """A button or a row, by its words or its label."""
        def find():
            for element in self.driver.find_elements(By.CSS_SELECTOR, "button, [role=option]"):
                said = (element.get_attribute("aria-label") or element.text).replace("\u00a0", " ")
                # A badge with letters stands before the name.
                lines = said.replace("\u202f", " ").split("\n")
                if element.is_displayed() and any(line.startswith(name) for line in lines):
                    return element
            return None
        return eventually(find, f"there is a button “{name}”")

    def field(self, label):
        def find():
            for element in self.driver.find_elements(By.CSS_SELECTOR, "label[for]"):
                if element.text.startswith(label):
                    return self.driver.find_element(By.ID, element.get_attribute("for"))
            return None
        return eventually(find, f"there is a field “{label}”")

    def choice(self, label):
        def find():
            for element in self.driver.find_elements(By.CSS_SELECTOR, "label.choice, label.check"):
                if any(line.startswith(label) for line in element.text.split("\n")):
                    return element
            return None
        return eventually(find, f"there is a choice “{label}”")

    # What a person does

    def press(self, name):
        def click():
            try:
                self.button(name).click()
                return True
            except StaleElementReferenceException:
                return False
        eventually(click, f"“{name}” is pressed")
        return self

    def choose(self, label):
        self.choice(label).click()
        return self

    def type(self, label, text, pause=0.0):
        field = self.field(label)
        field.click()
        for character in text:
            field.send_keys(character)
            if pause:
                time.sleep(pause)
        return self

    def pick(self, label, search):
        """Opens a picker, looks for an option and takes the first."""
        self.driver.find_element(By.XPATH, f"//button[@data-picker][../span[text()='{label}']]").click()
        eventually(lambda: self.driver.find_element(By.ID, "pick-search").is_displayed(), "the list is open")
        self.driver.find_element(By.ID, "pick-search").send_keys(search, Keys.ENTER)
        return self

    def keys(self, *keys):
        """Keys to whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()
        return self

    def tab_back(self):
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        return self

    def tab_to(self, name, most=40):
        """Goes on with Tab until a button, field or choice of that name has the focus."""
        for _ in range(most):
            self.keys(Keys.TAB)
            if self.spoken(self.focused).startswith(name):
                return self
        raise AssertionError(f"Tab never came to “{name}”")

    def spoken(self, element):
        """Roughly what a screen reader calls it."""
        return self.script(
            "const e = arguments[0]; const l = e.getAttribute('aria-label'); if (l) return l;"
            "const by = e.getAttribute('aria-labelledby');"
            "if (by) return by.split(' ').map(i => document.getElementById(i)?.textContent || '').join(' ').trim();"
            "if (e.labels && e.labels.length) return e.labels[0].textContent.trim();"
            "return (e.textContent || '').trim()", element)

    @contextlib.contextmanager
    def other_tab(self):
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        yield self
        self.driver.close()
        self.driver.switch_to.window(first)

    def axe(self, standard=("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")):
        """The faults axe-core finds, in words."""
        # Nothing is judged in the middle of a fade.
        self.script("return Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations != Infinity)"
                    ".map(a => a.finished.catch(() => {})))")
        self.cdp("Page.setBypassCSP", enabled=True)
        self.script(axe_source() + "; window.axe = axe")
        found = self.driver.execute_async_script(
            "const [standard, done] = arguments; axe.run(document, {runOnly: standard}).then(r => done(r.violations))",
            list(standard))
        return [f"{v['id']}: {v['help']} – {n['html'][:160]} {n['failureSummary'][:300]}" for v in found for n in v["nodes"]]


def axe_source():
    import importlib.util
    found = importlib.util.find_spec("axe_playwright_python")
    return (pathlib.Path(found.origin).parent / "axe.min.js").read_text()
