"""Real payments at `authorization_url`, in a real browser, against the real gateway."""
import unittest

from harness import Browser, By, Gateway, Keys, eventually, time
from screens import Walk

APPROVAL = 1500


def setUpModule():
    global gateway, browser, expiring, expires
    gateway = Gateway("--approval-delay", str(APPROVAL))
    expiring, expires = gateway.payment(expires_in=60), time.monotonic() + 60
    browser = Browser()


def tearDownModule():
    browser.driver.quit()
    gateway.stop()


class CheckoutTest(unittest.TestCase):
    def open(self, **payment):
        self.payment = gateway.payment(**payment)
        browser.driver.get_log("browser")
        browser.open(self.payment.url + "?lang=fr")
        browser.await_screen("methods")

    def tearDown(self):
        faults = [f for f in browser.faults() if "favicon" not in f]
        self.assertEqual(faults, [], "the browser complains of nothing")

    def mobile_money(self, number):
        browser.press("Mobile Money")
        browser.await_screen("mobile-money")
        browser.type("Numéro", number)
        browser.press("Payer")

    def card(self, number, expiry="1240", code="123"):
        browser.press("Carte")
        browser.await_screen("card.card")
        browser.type("Numéro de carte", number)
        browser.type("Date d’expiration", expiry)
        browser.type("Code de sécurité", code)
        for holder in browser.driver.find_elements(By.CSS_SELECTOR, "[autocomplete=cc-name]"):
            holder.send_keys("A PAYER")
        browser.press("Payer")


class MobileMoney(CheckoutTest):
    def test_w13_paid(self):
        """W13: the hosted checkout pays the same payment."""
        self.open(reference="CMD-1")
        browser.sees("Mode test")
        self.mobile_money("670000000")
        browser.await_screen("approval").sees("Validez le paiement sur votre téléphone")
        browser.await_screen("success", 15).sees("CMD-1")
        self.payment.await_status("success")
        self.assertEqual(browser.axe(), [])

    def test_refused_then_another_number(self):
        self.open()
        self.mobile_money("670000001")
        browser.await_screen("failure", 15)
        browser.press("Réessayer")
        eventually(lambda: browser.screen in ("mobile-money", "methods"), "back to try again")
        if browser.screen == "methods":
            browser.press("Mobile Money")
            browser.await_screen("mobile-money")
        field = browser.field("Numéro")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.BACKSPACE)
        browser.type("Numéro", "670000000")
        browser.press("Payer")
        browser.await_screen("success", 15)
        self.payment.await_status("success")

    def test_wrong_number_is_refused_here(self):
        self.open()
        self.mobile_money("6700")
        eventually(lambda: browser.field("Numéro").get_attribute("aria-invalid") == "true", "the field says so")
        self.assertEqual(self.payment.status, "pending")

    def test_the_browsers_back(self):
        self.open()
        browser.press("Mobile Money")
        browser.await_screen("mobile-money")
        browser.driver.back()
        browser.await_screen("methods")
        browser.press("Carte")
        browser.await_screen("card.card")
        browser.driver.back()
        browser.await_screen("methods")

    def test_closed_while_followed(self):
        self.open()
        self.mobile_money("670000000")
        browser.await_screen("approval")
        browser.press("Fermer")
        browser.await_screen("gone")
        self.payment.await_status("success")

    def test_reload_in_the_middle(self):
        self.open()
        self.mobile_money("670000000")
        browser.await_screen("approval")
        browser.driver.refresh()
        browser.connected()
        eventually(lambda: browser.screen in ("approval", "success"), "the very same checkout")
        browser.await_screen("success", 15)

    def test_two_tabs(self):
        self.open()
        self.mobile_money("670000000")
        browser.await_screen("approval")
        with browser.other_tab():
            browser.open(self.payment.url + "?lang=fr")
            eventually(lambda: browser.screen in ("approval", "success"), "the payment as it stands")
            browser.await_screen("success", 15)
        browser.await_screen("success", 15)

    def test_refused_text(self):
        """A text the gateway never takes does not cut the page off for good."""
        self.open()
        browser.press("Carte")
        browser.await_screen("card.card")
        browser.script("document.querySelector('[autocomplete=cc-name]').focus();"
                       "document.execCommand('insertText', false, 'e' + '\\u0301'.repeat(60))")
        browser.await_screen("methods", 15)
        self.assertEqual(browser.script("return document.getElementById('bar').textContent"), "")

    def test_two_tabs_refused(self):
        """W49: a tab whose payment was not begun shows what became of the one that was."""
        self.open()
        browser.press("Mobile Money")
        browser.await_screen("mobile-money")
        browser.type("Numéro", "670000002")
        with browser.other_tab():
            browser.open(self.payment.url + "?lang=fr")
            self.mobile_money("670000002")
            browser.await_screen("approval")
            first = [h for h in browser.driver.window_handles if h != browser.driver.current_window_handle][0]
            second = browser.driver.current_window_handle
            browser.driver.switch_to.window(first)
            browser.press("Payer")
            browser.await_screen("failure", 15)
            browser.driver.switch_to.window(second)

    def test_gateway_restarts(self):
        self.open()
        browser.press("Mobile Money")
        browser.await_screen("mobile-money")
        gateway.restart()
        browser.await_screen("methods", 30)
        browser.driver.get_log("browser")
        self.mobile_money("670000000")
        browser.await_screen("success", 20)

    def test_by_keyboard_only(self):
        self.open()
        for _ in range(12):
            browser.keys(Keys.TAB)
            if "Mobile Money" in browser.spoken(browser.focused):
                break
        browser.keys(Keys.ENTER)
        browser.await_screen("mobile-money")
        eventually(lambda: browser.spoken(browser.focused).startswith("Numéro"), "the number has the focus")
        browser.keys("670000000", Keys.ENTER)
        browser.await_screen("success", 15)
        browser.tab_to("Terminé")
        browser.keys(Keys.ENTER)
        browser.await_screen("gone")


class Ending(CheckoutTest):
    def test_cancelled(self):
        self.open()
        browser.press("Annuler le paiement")
        eventually(lambda: browser.script("return !!document.querySelector('dialog[open]')"), "the question")
        self.assertEqual(browser.axe(), [])
        browser.driver.find_element(By.CSS_SELECTOR, "dialog .danger").click()
        browser.await_screen("gone").sees("Ce paiement a été annulé.")
        self.payment.await_status("cancelled")

    def test_back_to_the_shop(self):
        self.open(callback=f"{gateway.address}/healthz?cart=7", reference="CMD-7")
        self.mobile_money("670000000")
        browser.await_screen("success", 15)
        browser.press("Terminé")
        eventually(lambda: browser.driver.current_url == f"{gateway.address}/healthz?cart=7&reference=CMD-7",
                   "the shop is told the reference")

    def test_cancelled_by_the_merchant(self):
        self.payment = gateway.payment()
        gateway.call("DELETE", f"/payments/{self.payment.id}")
        browser.open(self.payment.url + "?lang=fr")
        browser.await_screen("ended")
        self.assertEqual(browser.axe(), [])
        browser.press("Fermer")
        browser.await_screen("gone").sees("Vous pouvez fermer cette page")

    def test_unknown_link(self):
        browser.driver.get(gateway.address + "/checkout/tok_unknown?lang=fr")
        browser.sees("Ce paiement n’existe pas")
        browser.faults()


class Cards(CheckoutTest):
    def test_paid(self):
        self.open()
        self.card("4242424242424242")
        browser.await_screen("success", 15)
        self.payment.await_status("success")
        html = browser.script("return document.documentElement.outerHTML")
        self.assertNotIn("4242 4242 4242", html)

    def test_3ds_code(self):
        self.open()
        self.card("4000056655665556")
        eventually(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "[autocomplete=one-time-code]"),
                   "the code is asked for", 15)
        self.assertEqual(browser.axe(), [])
        code = browser.driver.find_element(By.CSS_SELECTOR, "[autocomplete=one-time-code]")
        code.send_keys("000000")
        browser.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        eventually(lambda: browser.driver.find_elements(By.CSS_SELECTOR, ".wrong"), "a wrong code keeps the screen")
        code = browser.driver.find_element(By.CSS_SELECTOR, "[autocomplete=one-time-code]")
        code.send_keys(Keys.CONTROL, "a")
        code.send_keys("123456")
        browser.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        browser.await_screen("success", 15)


class Steps(CheckoutTest):
    """Each confirmation step, answered as a payer does."""

    def answer(self, **fields):
        for autofill, text in fields.items():
            field = eventually(lambda: browser.driver.find_element(
                By.CSS_SELECTOR, f"#sheet [autocomplete={autofill.replace('_', '-')}]"), autofill)
            field.click()
            field.send_keys(text)
        browser.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()

    def step(self, card, *answers):
        self.open()
        self.card(card)
        before = None
        for answer in answers:
            eventually(lambda: (browser.screen or "").startswith("step.") and browser.screen != before, "the step", 15)
            before = browser.screen
            self.assertEqual(browser.axe(), [])
            self.answer(**answer)
        browser.await_screen("success", 15)
        self.payment.await_status("success")

    def test_one_time_code(self):
        self.step("4000000000000101", {"one_time_code": "123456"})

    def test_pin(self):
        self.step("4000000000000341", {"off": "1234"})

    def test_telephone(self):
        self.step("4000000000000200", {"tel": "+237677123456"})

    def test_birthday(self):
        self.step("4000000000000309", {"bday": "1990-02-01"})

    def test_pin_then_code(self):
        self.step("4000000000000507", {"off": "1234"}, {"one_time_code": "123456"})

    def test_address(self):
        self.open()
        self.card("4000000000000408")
        eventually(lambda: (browser.screen or "").startswith("step."), "the step", 15)
        self.assertEqual(browser.axe(), [])
        for autofill, text in (("address-line1", "12 rue des Palmiers"), ("address-level2", "Douala"),
                               ("address-level1", "Littoral"), ("postal-code", "00237")):
            for field in browser.driver.find_elements(By.CSS_SELECTOR, f"#sheet [autocomplete={autofill}]"):
                field.send_keys(text)
        for picker in browser.driver.find_elements(By.CSS_SELECTOR, "#sheet [data-picker]"):
            picker.click()
            eventually(lambda: browser.driver.find_element(By.ID, "pick-search").is_displayed(), "the countries")
            browser.driver.find_element(By.ID, "pick-search").send_keys("Cameroun", Keys.ENTER)
        browser.driver.find_element(By.CSS_SELECTOR, "#s-actions .primary").click()
        browser.await_screen("success", 15)


class Pages(CheckoutTest):
    """A provider's page, and the way back."""

    def away(self):
        eventually(lambda: "/checkout/" not in browser.driver.current_url, "the provider's page is open", 15)

    def test_w85_there_and_back(self):
        """W85: the status is read as soon as the payer is back."""
        self.open()
        self.card("4000002500003155")
        self.away()
        browser.driver.find_element(By.CSS_SELECTOR, "input[name=code]").send_keys("123456")
        browser.driver.find_element(By.CSS_SELECTOR, "button[value=approve], button.main").click()
        eventually(lambda: "/checkout/" in browser.driver.current_url, "sent back", 15)
        browser.connected().await_screen("success", 15)
        # In the language it was left in.
        self.assertEqual(browser.script("return document.documentElement.lang"), "fr")
        self.payment.await_status("success")

    def test_back_after_a_restart(self):
        """The visit is gone when the provider sends the payer back: the tab finds its checkout again."""
        self.open()
        self.card("4000002500003155")
        self.away()
        gateway.restart()
        browser.driver.find_element(By.CSS_SELECTOR, "input[name=code]").send_keys("123456")
        browser.driver.find_element(By.CSS_SELECTOR, "button.main").click()
        eventually(lambda: "/checkout/" in browser.driver.current_url, "found again", 15)
        browser.connected().await_screen("success", 15)
        self.payment.await_status("success")
        # The way back itself says that the visit is gone.
        browser.faults()

    def test_w86_back_without_deciding(self):
        """W86: the page can be opened again."""
        self.open()
        self.card("4000002500003155")
        self.away()
        browser.driver.back()
        browser.connected()
        browser.press("Continuer le paiement")
        self.away()


class Later(CheckoutTest):
    def test_expired(self):
        time.sleep(max(0, expires - time.monotonic() + 1))
        browser.open(expiring.url + "?lang=fr")
        browser.await_screen("ended")
        self.assertEqual(browser.axe(), [])


class Screens(CheckoutTest):
    """Every screen, as `make screens` draws it."""

    def check(self, look):
        try:
            walk = Walk(gateway, browser, look, checks=True)
            walk.all()
            self.assertEqual(walk.faults, [])
        finally:
            browser.media()

    def test_axe_light(self):
        self.check("light")

    def test_axe_dark(self):
        self.check("dark")

    def test_axe_arabic(self):
        self.check("rtl")


if __name__ == "__main__":
    unittest.main(verbosity=2)
