"""Writes pictures of every screen of the checkout, in light, dark and right to left, to docs/screens.

usage: make screens
"""
import io
import sys

from PIL import Image

from harness import Browser, By, Gateway, ROOT, eventually, time
import test_yuno

TARGET = ROOT / "docs/screens"
LOOKS = {"light": ("fr", False), "dark": ("fr", True), "rtl": ("ar", False)}


def picture(browser, name):
    # Late enough for pictures and fonts.
    time.sleep(0.25)
    image = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    TARGET.mkdir(parents=True, exist_ok=True)
    image.quantize(colors=128, dither=Image.Dither.NONE).save(TARGET / f"{name}.png", optimize=True)
    print(f"{name}.png")


class Walk:
    """One look; each method leads to a screen and takes its picture, or has axe look at it instead."""

    def __init__(self, gateway, browser, look, checks=False):
        self.gateway, self.browser, self.look, self.checks = gateway, browser, look, checks
        self.faults = []
        self.language, self.dark = LOOKS[look]
        browser.media(dark=self.dark, reduced=True)

    def save(self, name):
        if self.checks:
            self.faults += [f"{name} {self.look}: {fault}" for fault in self.browser.axe()]
            return
        # A caret that blinks would change the file.
        self.browser.script("document.activeElement && document.activeElement.blur && "
                            "document.activeElement.style && (document.activeElement.style.caretColor = 'transparent')")
        picture(self.browser, f"{name}-{self.look}")

    def open(self, **payment):
        self.payment = self.gateway.payment(description="Panier de fruits", reference="CMD-2041", **payment)
        self.browser.open(f"{self.payment.url}?lang={self.language}")

    def css(self, selector):
        return eventually(lambda: (self.browser.driver.find_elements(By.CSS_SELECTOR, selector) or [None])[0], selector)

    def form(self):
        self.open()
        self.browser.await_screen("methods")
        self.css(".row").click()
        self.browser.await_screen("mobile-money")

    def fault(self, rule):
        self.gateway.call("POST", "/sandbox/faults", {"fault": rule})

    def loading(self):
        self.fault("GET /pay/session delay=4000 1")
        self.open()
        self.browser.await_screen("loading")
        self.save("loading")
        self.browser.await_screen("methods", 15)
        self.fault("GET /pay/session status=503 3")
        self.open()
        self.browser.await_screen("load-error", 15)
        self.save("load-error")

    def under_way(self):
        self.form()
        self.fault("POST /pay/process delay=4000 1")
        self.css("[autocomplete^=tel]").send_keys("670000000")
        self.send()
        self.browser.await_screen("processing")
        self.save("processing")
        self.browser.await_screen("approval", 15)

    def wallet(self):
        self.open(currency="XOF")
        self.browser.await_screen("methods")
        rows = self.browser.driver.find_elements(By.CSS_SELECTOR, ".row")
        next(row for row in rows if "Djamo" in row.text).click()
        eventually(lambda: (self.browser.screen or "").startswith("wallet."), "the wallet")
        self.save("wallet")

    def billing(self):
        self.open(metadata={"card_provider": "hosted"})
        self.browser.await_screen("methods")
        self.browser.driver.find_elements(By.CSS_SELECTOR, ".row")[-1].click()
        self.browser.await_screen("card.card")
        self.save("card-billing")

    def pay(self, number):
        self.form()
        self.css("[autocomplete^=tel]").send_keys(number)
        self.css("#s-actions .primary").click()

    def card(self, number):
        self.open()
        self.browser.await_screen("methods")
        self.browser.driver.find_elements(By.CSS_SELECTOR, ".row")[-1].click()
        self.browser.await_screen("card.card")
        for fill, text in (("cc-number", number), ("cc-exp", "1240"), ("cc-csc", "123")):
            self.css(f"[autocomplete={fill}]").send_keys(text)
        for holder in self.browser.driver.find_elements(By.CSS_SELECTOR, "[autocomplete=cc-name]"):
            holder.send_keys("A PAYER")

    def send(self):
        self.css("#s-actions .primary").click()

    def all(self):
        browser = self.browser
        self.loading()
        self.under_way()
        self.wallet()
        self.billing()
        self.open()
        browser.await_screen("methods")
        self.save("methods")
        browser.driver.find_elements(By.CSS_SELECTOR, ".button.destructive")[0].click()
        self.css("dialog[open]")
        self.save("cancel")
        self.form()
        self.css("[autocomplete^=tel]").send_keys("670000000")
        self.save("mobile-money")
        self.pay("67")
        self.css(".wrong")
        self.save("mobile-money-error")
        self.pay("670000000")
        browser.await_screen("approval")
        self.save("approval")
        browser.await_screen("success", 20)
        self.save("success")
        self.css("#s-actions .primary").click()
        browser.await_screen("gone")
        self.save("gone")
        self.pay("670000006")
        browser.await_screen("ussd", 20)
        self.save("ussd")
        self.pay("670000001")
        browser.await_screen("failure", 20)
        self.save("failure")
        over = self.gateway.payment(reference="CMD-2041")
        self.gateway.call("DELETE", f"/payments/{over.id}")
        browser.open(f"{over.url}?lang={self.language}")
        browser.await_screen("ended")
        self.save("ended")
        self.card("4242424242424242")
        self.save("card")
        for name, number in (("otp", "4000000000000101"), ("pin", "4000000000000341"),
                             ("phone", "4000000000000200"), ("birthday", "4000000000000309"),
                             ("address", "4000000000000408"), ("3ds-code", "4000056655665556")):
            self.card(number)
            self.send()
            eventually(lambda: (browser.screen or "").startswith("step."), name, 20)
            self.save(f"step-{name}")
            if name == "otp":
                self.fault("POST /pay/verify/otp delay=4000 1")
                self.css("[autocomplete=one-time-code]").send_keys("123456")
                self.send()
                browser.await_screen("verifying")
                self.save("verifying")
        self.card("4000002500003155")
        self.send()
        eventually(lambda: "/checkout/" not in browser.driver.current_url, "the bank's page", 15)
        browser.driver.back()
        browser.connected().await_screen("redirect")
        self.save("redirect")


def demo(look):
    """The demo shop with each integration of YunoSDK."""
    language, dark = LOOKS[look]
    shop = test_yuno.shop = test_yuno.Shop((1500, 1180), dark, language)

    def save(name):
        shop.page()
        shop.browser.script("document.activeElement.blur(); document.getElementById('entries').scrollTop = 1e9;"
                            "scrollTo(0, document.querySelector('main').offsetTop - 8)")
        picture(shop.browser, f"demo-{name}-{look}")

    try:
        shop.visit("full", "pix").embedded()
        rows = shop.driver.find_elements(By.CSS_SELECTOR, ".row")
        next(row for row in rows if row.text.startswith("Pix")).click()
        shop.pay().sheet("pix")
        save("full-pix")
        shop.visit("full", "saved").embedded()
        shop.driver.find_elements(By.CSS_SELECTOR, ".row")[0].click()
        save("full-saved")
        shop.visit("lite", "challenge").pay().pay_card(test_yuno.CHALLENGE).sheet("page")
        shop.inner()
        shop.css("#field")
        save("lite-challenge")
        shop.visit("lite", "redirect").pay().frame(".browser iframe")
        shop.css("button")
        save("lite-redirect")
        shop.visit("lite", "wallet").pay().until(lambda shown: shown["wallet"], "the wallet")
        save("lite-wallet")
        shop.visit("lite", "voucher").pay().sheet("voucher")
        save("lite-voucher")
        shop.visit("render").embedded()
        shop.card(test_yuno.APPROVED)
        save("render")
        shop.visit("headless", "challenge")
        test_yuno.Paid.type_own(test_yuno.CHALLENGE)
        save("headless")
        shop.pay().until(lambda shown: shown["challenge"], "the bank asks")
        shop.page()
        shop.inner("#challenge iframe")
        shop.css("#field")
        save("headless-challenge")
        shop.visit("seamless").pay().pay_card(test_yuno.APPROVED).sheet("success")
        save("seamless")
        shop.visit("enrollment").pay().sheet("card")
        save("enrollment")
        shop.visit("lite", "twice").pay().pay_card(test_yuno.APPROVED).done()
        shop.until(lambda shown: shown["second"] and shown["result"], "the second try")
        save("lite-token-twice")
    finally:
        shop.close()


def main():
    looks = sys.argv[1:] or list(LOOKS)
    with Gateway("--approval-delay", "1500") as gateway, Browser() as browser:
        for look in looks:
            Walk(gateway, browser, look).all()
        browser.resize(1100, 920)
        walk = Walk(gateway, browser, "light")
        walk.form()
        walk.save("wide")
    for look in looks:
        # The page speaks English and French.
        if look != "rtl":
            demo(look)


if __name__ == "__main__":
    main()
