"""The demo shop with YunoSDK, in a real browser: every integration pays, against the gateway of the demo.

The SDK runs with the shop's app on the demo's server; its screens are drawn in the phone of the page, or inside the
shop's own page.
"""
import io
import subprocess
import tempfile
import unittest

from PIL import Image

from harness import Browser, By, Keys, Program, eventually, json, time, urllib

APPROVED, DECLINED, FAULT = "4507990000000002", "4507990000000028", "4507990000000077"
CHALLENGE, FRICTIONLESS = "4916994064252017", "4929251897047956"


def setUpModule():
    global shop
    shop = Shop()


def tearDownModule():
    shop.close()


class Shop:
    """`comptoir demo` on a free port, and a browser in front of it."""

    def __init__(self, size=(1500, 1150), dark=False, language="en"):
        self.language = language
        self.program = Program("comptoir", "demo", "--port", "0", ready=r"open:\s+(http://\S+)")
        self.address = self.program.match.group(1)
        self.browser = Browser(size=size, language=language, dark=dark, reduced=True)
        self.driver = self.browser.driver

    def close(self):
        self.driver.quit()
        self.program.stop()

    # The page

    def visit(self, way, scenario=None, fresh=True):
        """Opens a tab of the page on one integration, as a shopper nobody knows."""
        self.driver.switch_to.default_content()
        if fresh and self.driver.current_url.startswith(self.address):
            self.browser.script("localStorage.clear()")
        self.driver.get(f"{self.address}/?lang={self.language}&way={way}")
        self.until(lambda shown: shown, "the shop is open")
        if scenario:
            self.scenario(scenario)
        return self

    def scenario(self, name):
        before = self.browser.script("return yuno.visit")
        self.page().find_element(By.CSS_SELECTOR, f"[data-scenario={name}]").click()
        eventually(lambda: self.browser.script("return yuno.visit") not in (None, before), "another order", 15)
        self.until(lambda shown: shown, "it can be seen")
        return self

    def page(self):
        self.driver.switch_to.default_content()
        return self.driver

    @property
    def shown(self):
        self.page()
        return self.browser.script("return yuno.shown")

    def until(self, condition, what, seconds=20):
        return eventually(lambda: condition(self.shown) and self.shown, what, seconds)

    def result(self, result, substatus=None):
        shown = self.until(lambda s: s and s["result"], f"a result, {result}")
        assert shown["result"]["result"] == result, shown
        if substatus:
            assert shown["result"]["substatus"] == substatus, shown
        return self

    def status(self, status, sub=None):
        self.until(lambda s: s["payment"] and s["payment"]["status"] == status
                   and sub in (None, s["payment"]["sub_status"]), f"the payment is {status} {sub}")
        return self

    def press(self, selector):
        def click():
            button = self.page().find_element(By.CSS_SELECTOR, selector)
            if not button.is_enabled() or not button.is_displayed():
                return False
            button.click()
            return True
        eventually(click, f"{selector} can be pressed")
        return self

    def pay(self):
        return self.press("#pay")

    def act(self, name):
        """One of the buttons under the outcome, by its words."""
        self.page()
        self.browser.press(name)
        return self

    def simulate(self, name):
        self.page()
        eventually(lambda: [b for b in self.driver.find_elements(By.CSS_SELECTOR, "#hint button") if b.text == name],
                   f"the bank's “{name}”")[0].click()
        return self

    def log(self, name, outcome=None):
        """What the log says of something, whole."""
        def find():
            entries = json.load(urllib.request.urlopen(f"{self.address}/shop/log?after=0&wait=0"))["entries"]
            found = [e for e in entries if e["name"].startswith(name) and outcome in (None, e["outcome"])]
            return found and found[-1]
        return eventually(find, f"the log tells {name} {outcome}")

    # Its frames

    def frame(self, selector):
        self.page()
        frame = eventually(lambda: self.driver.find_element(By.CSS_SELECTOR, selector), f"the frame {selector}")
        self.driver.switch_to.frame(frame)
        return self.browser

    def sheet(self, screen=None):
        """The phone, once a sheet is up in it."""
        self.until(lambda s: s["sheet"], "a sheet is up")
        browser = self.frame(".phone > iframe:not(.away)")
        eventually(lambda: browser.screen not in (None, "blank", "opening", "loading"), "the sheet is there")
        if screen:
            eventually(lambda: (browser.screen or "").startswith(screen), f"the screen is {screen}: {browser.screen}", 20)
        return browser

    def embedded(self):
        self.until(lambda s: s["embedded"], "a view stands in the page")
        browser = self.frame("#embedded iframe")
        eventually(lambda: browser.screen not in (None, "blank", "opening"), "the view is there")
        return browser

    def inner(self, selector="iframe"):
        """A provider's page inside whatever frame this is."""
        frame = eventually(lambda: self.driver.find_element(By.CSS_SELECTOR, selector), "a page inside")
        self.driver.switch_to.frame(frame)
        return self.browser

    def card(self, number, code="123", save=False):
        """Types a card into the frame this is."""
        def find(name):
            return eventually(lambda: self.driver.find_element(By.CSS_SELECTOR, f"[autocomplete={name}]"), name)
        for name, text in (("cc-number", number), ("cc-exp", "1240"), ("cc-csc", code)):
            find(name).send_keys(text)
        for holder in self.driver.find_elements(By.CSS_SELECTOR, "[autocomplete=cc-name]"):
            holder.send_keys("Ana Souza")
        if save:
            self.driver.find_element(By.CSS_SELECTOR, "label.check").click()
        return self

    def send(self):
        self.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        return self

    def pay_card(self, number, save=False):
        """A card on the SDK's own screen, in the phone."""
        self.sheet("card")
        return self.card(number, save=save).send()

    def bank(self, code):
        """Answers on the bank's page this frame is."""
        self.browser.type("Security code", code).press("Approve")
        return self

    def done(self):
        self.sheet("success")
        self.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        return self

    def close_sheet(self):
        self.sheet()
        self.driver.find_element(By.CSS_SELECTOR, "[data-do=close]").click()
        return self


class Case(unittest.TestCase):
    def tearDown(self):
        shop.page()
        self.assertEqual([f for f in shop.browser.faults() if "favicon" not in f], [])


class Paid(Case):
    """A card in each integration."""

    def test_lite(self):
        shop.visit("lite").pay().pay_card(APPROVED).done().result("succeeded", "APPROVED").status("SUCCEEDED")
        shop.log("yunoCreatePayment(with:information:)")
        self.assertEqual(shop.log("yunoPaymentResult")["json"], {"result": "succeeded", "substatus": "APPROVED"})
        self.assertTrue(shop.log("POST /v1/payments")["json"]["headers"]["X-Idempotency-Key"])
        shop.log("payment.purchase", "verified")
        eventually(lambda: shop.page().find_element(By.ID, "done").is_displayed(), "the shop has heard of it")

    def test_full(self):
        shop.visit("full", "paid").embedded().press("Card")
        shop.pay().pay_card(APPROVED).done().result("succeeded")
        self.assertEqual(shop.log("yunoDidSelect")["json"]["type"], "CARD")
        self.assertGreater(shop.log("yunoUpdatePaymentMethodsViewHeight")["json"]["height"], 100)

    def test_render(self):
        shop.visit("render").embedded()
        shop.card("4507990000000003")
        # The form says what is wrong by itself, and the shop hears nothing.
        shop.pay().embedded()
        shop.driver.find_element(By.CSS_SELECTOR, ".wrong")
        number = shop.driver.find_element(By.CSS_SELECTOR, "[autocomplete=cc-number]")
        number.send_keys(Keys.BACKSPACE, "2")
        shop.pay().result("succeeded", "APPROVED").status("SUCCEEDED")
        shop.log("onLoading", "true")

    def test_headless(self):
        shop.visit("headless").page()
        self.type_own(APPROVED)
        shop.pay().result("SUCCEEDED", "APPROVED")
        shop.log("generateToken(data:)")

    def test_seamless(self):
        shop.visit("seamless").pay().pay_card(APPROVED).done().result("succeeded", "APPROVED")
        shop.status("SUCCEEDED")

    def test_enrollment(self):
        shop.visit("enrollment").pay().pay_card(APPROVED)
        shop.sheet("success")
        shop.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        shop.result("succeeded")
        shop.log("enrollment.enroll", "verified")
        # The card is there for the next order.
        shop.visit("lite", fresh=False)
        names = [m["name"] for m in shop.until(lambda s: s["methods"], "methods")["methods"] if m["saved"]]
        self.assertEqual(names, ["VISA ****0002"])

    @staticmethod
    def type_own(number):
        form = shop.page().find_element(By.ID, "own-form")
        for name, text in (("number", number), ("expiry", "12/40"), ("cvc", "123"), ("name", "Ana Souza")):
            field = form.find_element(By.NAME, name)
            field.clear()
            field.send_keys(text)


class Refused(Case):
    def test_declined_on_the_sheet(self):
        shop.visit("lite", "declined").pay().pay_card(DECLINED)
        shop.sheet("failure")
        shop.close_sheet().result("reject")
        shop.status("DECLINED")

    def test_error_seamless(self):
        shop.visit("seamless", "error").pay().pay_card(FAULT)
        shop.sheet("failure")
        shop.close_sheet().result("fail")

    def test_token_used_twice(self):
        shop.visit("lite", "twice").pay().pay_card(APPROVED).done().result("succeeded")
        second = shop.until(lambda s: s["second"], "the second try")["second"]
        self.assertEqual((second["status"], second["code"]), (401, "INVALID_TOKEN"))
        self.assertIn("401 INVALID_TOKEN", shop.page().find_element(By.ID, "outcome").text)


class ThreeDS(Case):
    def challenge(self):
        """The bank's page inside the SDK's sheet."""
        shop.sheet("page")
        shop.inner()

    def test_passed(self):
        shop.visit("lite", "challenge").pay().pay_card(CHALLENGE)
        self.challenge()
        shop.bank("1234").done().result("succeeded", "APPROVED")

    def test_failed(self):
        shop.visit("seamless", "challenge").pay().pay_card(CHALLENGE)
        self.challenge()
        shop.bank("1111")
        shop.sheet("failure")
        shop.close_sheet().result("reject")

    def test_closed_and_opened_again(self):
        shop.visit("lite", "challenge").pay().pay_card(CHALLENGE)
        self.challenge()
        shop.close_sheet().result("userCancell")
        shop.act("Continue the payment")
        self.challenge()
        shop.bank("1234").done().until(lambda s: s["result"]["result"] == "succeeded", "paid after all")

    def test_frictionless(self):
        shop.visit("render", "frictionless").embedded()
        shop.card(FRICTIONLESS).pay().result("succeeded")

    def test_in_the_shops_page(self):
        shop.visit("render", "challenge").embedded()
        shop.card(CHALLENGE).pay()
        shop.status("PENDING")
        shop.embedded()
        shop.inner()
        shop.bank("1234").result("succeeded")

    def test_headless_in_the_shops_own_frame(self):
        for code, result in (("1234", "SUCCEEDED"), ("1111", "DECLINED"), (None, "PENDING")):
            shop.visit("headless", "challenge")
            Paid.type_own(CHALLENGE)
            shop.pay().until(lambda s: s["challenge"], "the bank asks")
            if code:
                shop.page()
                shop.inner("#challenge iframe")
                shop.bank(code)
            else:
                shop.press("#challenge-close")
            shop.result(result)
        shop.log("getThreeDSecureChallenge()")


class Pix(Case):
    def code(self):
        """The code on the sheet, and the one its picture holds."""
        shop.sheet("pix")
        button = eventually(lambda: shop.driver.find_element(By.CSS_SELECTOR, "[data-copy]"), "a code to copy")
        text = button.get_attribute("data-copy")
        picture = shop.driver.find_element(By.CSS_SELECTOR, ".qr svg, svg.qr")
        shop.browser.script("arguments[0].scrollIntoView({block: 'center'})", picture)
        time.sleep(0.3)
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            Image.open(io.BytesIO(picture.screenshot_as_png)).convert("RGB").resize((900, 900)).save(file.name)
            read = subprocess.run(["zbarimg", "-q", "--raw", file.name], capture_output=True, text=True).stdout.strip()
        return text, read

    def test_paid_by_the_bank(self):
        shop.visit("lite", "pix").pay()
        text, read = self.code()
        self.assertTrue(text.startswith("000201"), text)
        self.assertEqual(read, text)
        shop.simulate("Pays").done().result("succeeded", "APPROVED")

    def test_closed_and_opened_again(self):
        shop.visit("lite", "pix").pay()
        first, _ = self.code()
        shop.close_sheet().until(lambda s: s["result"], "a result")
        shop.act("Continue the payment")
        second, read = self.code()
        self.assertEqual((first, first), (second, read))
        shop.simulate("Pays").done().until(lambda s: s["result"]["result"] == "succeeded", "paid")

    def test_expired(self):
        shop.visit("seamless", "pix").pay()
        self.code()
        shop.simulate("Lets it expire")
        shop.sheet("ended")
        shop.close_sheet().result("fail", "EXPIRED")

    def test_voucher(self):
        shop.visit("lite", "voucher").pay().sheet("voucher")
        shop.simulate("Pays").done().result("succeeded")


class Saved(Case):
    def test_paid_and_removed(self):
        shop.visit("full", "saved").embedded().press("VISA ****0002")
        shop.pay().done().result("succeeded")
        shop.visit("full", "saved", fresh=False).embedded()
        remove = eventually(lambda: shop.driver.find_element(By.CSS_SELECTOR, "[aria-label^=Remove]"), "it can be removed")
        remove.click()
        eventually(lambda: shop.driver.find_element(By.CSS_SELECTOR, "dialog[open] .danger"), "a question").click()
        shop.log("yunoDidUnenrollSuccessfully(_:)", "true")
        shop.embedded()
        eventually(lambda: not shop.driver.find_elements(By.CSS_SELECTOR, "[aria-label^=Remove]"), "it is gone")


class Elsewhere(Case):
    def provider(self, choice):
        shop.until(lambda s: s["page"], "the provider's page")
        shop.frame(".browser iframe").press(choice)
        return shop

    def test_redirect_and_back_by_link(self):
        shop.visit("lite", "redirect").pay()
        self.provider("Approve")
        shop.done().result("succeeded")
        self.assertEqual(shop.log("receiveDeeplink(_:)")["outcome"], "true")

    def test_back_without_a_decision(self):
        shop.visit("lite", "redirect").pay().until(lambda s: s["page"], "the provider's page")
        shop.press(".browser .bar button").until(lambda s: not s["page"], "the page is gone")
        shop.status("PENDING")

    def test_link_into_an_app_that_was_ended(self):
        shop.visit("lite", "link").pay()
        self.provider("Approve")
        shop.done().result("succeeded")
        self.assertEqual(shop.log("receiveDeeplink(_:)")["outcome"], "false")

    def test_mobile_money(self):
        shop.visit("lite", "mobile").pay().sheet("mobile-money")
        shop.driver.find_element(By.CSS_SELECTOR, "[autocomplete^=tel]").send_keys("670000000")
        shop.send().done().result("succeeded")

    def test_wallet_closed(self):
        shop.visit("lite", "wallet").pay().until(lambda s: s["wallet"], "the wallet asks")
        shop.press(".wallet .second").result("userCancell")
        self.assertIsNone(shop.shown["payment"])
        shop.visit("lite", "wallet").pay().until(lambda s: s["wallet"], "the wallet asks")
        shop.press(".wallet .main").done().result("succeeded")


class Server(Case):
    def test_held_then_captured_then_given_back(self):
        shop.visit("lite", "held").pay().pay_card(APPROVED)
        shop.status("PENDING", "AUTHORIZED").until(lambda s: s["payment"]["held"], "held")
        shop.act("Capture").status("SUCCEEDED", "CAPTURED")
        shop.act("Refund").status("REFUNDED")


class Looks(Case):
    def test_axe(self):
        for way in ("full", "lite", "render", "headless", "seamless", "enrollment"):
            shop.visit(way)
            if way in ("full", "render"):
                shop.embedded()
            for dark in (False, True):
                shop.page()
                shop.browser.media(dark=dark, reduced=True)
                self.assertEqual(shop.browser.axe(), [], (way, dark))
        shop.browser.media(reduced=True)

    def test_french_and_keyboard(self):
        shop.driver.get(f"{shop.address}/?lang=fr&way=lite")
        shop.until(lambda s: s and s["can_pay"], "the shop is open")
        tab = shop.page().find_element(By.ID, "way-lite")
        tab.send_keys(Keys.ARROW_RIGHT)
        eventually(lambda: shop.browser.focused.get_attribute("id") == "way-render", "the next integration")
        self.assertEqual(shop.browser.script("return state.way"), "render")
        shop.page().find_element(By.ID, "way-render").send_keys(Keys.ARROW_LEFT)
        shop.until(lambda s: s and s["can_pay"], "Lite again")
        shop.pay().sheet("card")
        # The payer types at once, and closes with Escape.
        self.assertEqual(shop.browser.focused.get_attribute("autocomplete"), "cc-number")
        shop.browser.keys(Keys.ESCAPE)
        shop.result("userCancell")
        self.assertIn("Fermé par le payeur", shop.page().find_element(By.ID, "outcome").text)


if __name__ == "__main__":
    unittest.main()
