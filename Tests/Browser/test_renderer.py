"""The renderer in a real browser, on the gallery: every kind of node, whatever the connection does."""
import contextlib
import subprocess
import tempfile
import unittest
import urllib.parse

from harness import Browser, By, Gallery, Keys, eventually, json, time


def setUpModule():
    global gallery, browser
    gallery = Gallery()
    browser = Browser()


def tearDownModule():
    browser.driver.quit()
    gallery.stop()


def appearance(**keys):
    return "&appearance=" + urllib.parse.quote(json.dumps(keys))


class RendererTest(unittest.TestCase):
    def setUp(self):
        browser.resize(390, 844)
        browser.media()
        self.payment = gallery.payment()
        browser.driver.get_log("browser")

    def tearDown(self):
        faults = [f for f in browser.faults() if not self.expected(f)]
        self.assertEqual(faults, [], "the browser complains of nothing")

    def expected(self, fault):
        return False

    def at(self, place, query="?lang=fr"):
        browser.open(self.payment.url + query)
        if place != "methods":
            browser.driver.find_element(By.ID, f"n-{place}").click()
            browser.await_screen(place)
        return browser


class Typing(RendererTest):
    def value(self, label="Numéro"):
        return browser.field(label).get_property("value")

    def caret(self, label="Numéro"):
        return browser.field(label).get_property("selectionStart")

    def test_caret_stays_while_the_server_formats(self):
        self.at("form")
        browser.type("Numéro", "677123456", pause=0.06)
        eventually(lambda: self.value() == "6 77 12 34 56", "the number is formatted")
        self.assertEqual(self.caret(), 13)
        # In the middle: behind the second 7, before "12".
        field = browser.field("Numéro")
        browser.script("arguments[0].setSelectionRange(4, 4)", field)
        browser.keys(Keys.BACKSPACE)
        eventually(lambda: self.value() == "6 71 23 45 6", "a digit is gone")
        self.assertEqual(self.caret(), 3)
        browser.keys("9")
        eventually(lambda: self.value() == "6 79 12 34 56", "a digit has come")
        self.assertEqual(self.caret(), 4)

    def test_fast_typing_loses_nothing(self):
        self.at("form")
        field = browser.field("Numéro")
        field.click()
        # The answers are held back: they come late, and all at once.
        browser.cdp("Network.enable")
        browser.cdp("Network.emulateNetworkConditions", offline=False, latency=250, downloadThroughput=-1,
                    uploadThroughput=-1)
        for character in "677123456":
            browser.cdp("Input.insertText", text=character)
        eventually(lambda: self.value() == "6 77 12 34 56", "every digit is there", 5)
        browser.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1,
                    uploadThroughput=-1)
        self.assertEqual(self.caret(), 13)

    def test_composition_is_left_alone(self):
        self.at("everything")
        field = browser.field("Nom sur la carte")
        field.click()
        browser.cdp("Input.imeSetComposition", text="é", selectionStart=1, selectionEnd=1)
        browser.cdp("Input.imeSetComposition", text="éto", selectionStart=3, selectionEnd=3)
        time.sleep(0.3)
        self.assertEqual(self.value("Nom sur la carte"), "éto")
        browser.cdp("Input.insertText", text="étoile")
        time.sleep(0.3)
        self.assertEqual(self.value("Nom sur la carte"), "étoile")
        # A formatted field, composed on a keyboard that composes digits.
        browser.field("Numéro de carte").click()
        for text in ("4", "42", "424", "4242", "42424"):
            browser.cdp("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
            time.sleep(0.05)
        browser.cdp("Input.insertText", text="424242")
        eventually(lambda: self.value("Numéro de carte") == "4242 42", "formatted once the composition is over")

    def test_error_after_leaving_and_announced(self):
        self.at("form")
        browser.type("Numéro", "677")
        field = browser.field("Numéro")
        self.assertEqual(field.get_attribute("aria-invalid"), "false")
        browser.keys(Keys.TAB)
        browser.sees("Ce numéro est trop court.")
        field = browser.field("Numéro")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        note = browser.driver.find_element(By.ID, field.get_attribute("aria-describedby").split()[-1])
        self.assertEqual(note.get_attribute("aria-live"), "polite")
        self.assertIn("trop court", note.text)
        # Switching windows is not leaving.
        browser.type("Numéro", "1")
        with browser.other_tab():
            time.sleep(0.2)
        time.sleep(0.3)
        self.assertEqual(browser.field("Numéro").get_attribute("aria-invalid"), "false")

    def test_hints_for_keyboards_and_autofill(self):
        self.at("everything")
        wanted = {
            "Numéro de carte": ("numeric", "cc-number", "text"), "Date d’exp": ("numeric", "cc-exp", "text"),
            "Code de sécurité": ("numeric", "cc-csc", "password"), "Nom sur": ("text", "cc-name", "text"),
            "E-mail": ("email", "email", "text"), "Code reçu": ("numeric", "one-time-code", "text"),
            "Code secret": ("numeric", "off", "password"),
        }
        for label, hints in wanted.items():
            field = browser.field(label)
            self.assertEqual(tuple(field.get_attribute(n) for n in ("inputmode", "autocomplete", "type")), hints, label)

    def test_nothing_typed_stands_in_the_html(self):
        self.at("everything")
        browser.type("Numéro de carte", "4242424242424242")
        browser.type("Code de sécurité", "987")
        eventually(lambda: self.value("Numéro de carte") == "4242 4242 4242 4242", "formatted")
        html = browser.script("return document.documentElement.outerHTML")
        for secret in ("4242 4242 4242 4242", "4242424242424242", "987"):
            self.assertNotIn(secret, html)


class Keyboard(RendererTest):
    def test_a_whole_payment_without_a_pointer(self):
        self.at("methods")
        browser.tab_to("MTN").keys(Keys.ENTER)
        browser.await_screen("form")
        eventually(lambda: browser.spoken(browser.focused) == "Numéro de téléphone", "the number has the focus")
        browser.tab_back()
        self.assertTrue(browser.spoken(browser.focused).startswith("Pays"))
        # The list: opened, searched without its accent, chosen.
        browser.keys(Keys.ARROW_DOWN)
        eventually(lambda: browser.focused.get_attribute("id") == "pick-search", "the search has the focus")
        browser.keys("cote d")
        option = browser.script("return document.getElementById(document.activeElement"
                                ".getAttribute('aria-activedescendant')).textContent")
        self.assertIn("Côte", option)
        browser.keys(Keys.ENTER)
        eventually(lambda: browser.spoken(browser.focused).startswith("Pays Côte"), "the country is chosen")
        browser.keys(Keys.TAB)
        browser.keys("0708091011")
        browser.keys(Keys.TAB)
        browser.keys(Keys.SPACE)
        eventually(lambda: browser.script("return document.activeElement.checked"), "an operator is chosen")
        browser.keys(Keys.ARROW_DOWN)
        eventually(lambda: browser.script("return document.activeElement.value") == "orange", "the next operator")
        browser.tab_to("Payer").keys(Keys.ENTER, Keys.ENTER)
        browser.await_screen("success")
        eventually(lambda: browser.focused.text == "Paiement reçu", "the heading has the focus")
        self.assertEqual(browser.driver.find_element(By.ID, "n-payments").text, "1", "Enter twice pays once")

    def test_return_sends_the_form(self):
        self.at("form")
        browser.type("Numéro", "677123456").keys(Keys.ENTER)
        browser.await_screen("success")

    def test_list_by_dial_code_and_nothing_found(self):
        self.at("form")
        browser.pick("Pays", "+221")
        eventually(lambda: "Sénégal" in browser.driver.find_element(By.CSS_SELECTOR, "[data-picker]").text, "Senegal")
        browser.driver.find_element(By.CSS_SELECTOR, "[data-picker]").click()
        eventually(lambda: browser.focused.get_attribute("id") == "pick-search", "the list is open again")
        browser.keys("zzz")
        browser.sees("Aucun pays trouvé")
        browser.keys(Keys.ENTER)
        browser.keys(Keys.ESCAPE)
        eventually(lambda: browser.focused.get_attribute("data-picker") == "country", "the focus is back")
        self.assertEqual(browser.screen, "form")

    def test_dialog_holds_the_focus(self):
        self.at("methods")
        browser.press("Annuler le paiement")
        eventually(lambda: browser.script("return !!document.querySelector('dialog[open]')"), "the question is there")
        for _ in range(6):
            browser.keys(Keys.TAB)
            inside = browser.script("return document.activeElement === document.body || "
                                    "!!document.activeElement.closest('dialog')")
            self.assertTrue(inside, "Tab stays in the question")
        browser.keys(Keys.ESCAPE)
        eventually(lambda: not browser.script("return !!document.getElementById('s-dialog')"), "Escape refuses")
        eventually(lambda: browser.focused.text == "Annuler le paiement", "the focus is back where it was")
        self.assertEqual(browser.screen, "methods")
        browser.press("Annuler le paiement")
        eventually(lambda: browser.script("return !!document.querySelector('dialog[open]')"), "the question again")
        browser.driver.find_element(By.CSS_SELECTOR, "dialog .danger").click()
        browser.await_screen("failure")

    def test_escape_closes_when_it_may(self):
        self.at("methods")
        browser.keys(Keys.ESCAPE)
        browser.await_screen("gone")

    def test_copying(self):
        self.at("success")
        browser.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        browser.press("Copier, Référence")
        eventually(lambda: browser.driver.find_element(By.ID, "say").get_attribute("textContent") == "Copié", "it is said")
        copied = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        self.assertEqual(copied, "CMD-2024-00042")


class Codes(RendererTest):
    TEXT = ("00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540515.505802BR5913"
            "Boutique Etoi6009Sao Paulo62140510ORDER004726304D1FA")

    def scanned(self):
        """What a camera reads of the page."""
        with tempfile.NamedTemporaryFile(suffix=".png") as picture:
            browser.shot(picture.name)
            found = subprocess.run(["zbarimg", "-q", "--raw", picture.name], capture_output=True, text=True)
        return found.stdout.strip()

    def test_what_is_drawn_is_read_back(self):
        for dark in (False, True):
            browser.media(dark=dark)
            self.payment = gallery.payment()
            self.at("pix", "?lang=fr")
            code = browser.driver.find_element(By.CSS_SELECTOR, "#n-qr svg")
            self.assertEqual(code.get_attribute("role"), "img")
            self.assertEqual(code.get_attribute("aria-label"), "Code PIX à scanner")
            eventually(lambda: self.scanned() == self.TEXT, "the code is read")

    def test_time_left_counts_down_and_is_told_at_minutes(self):
        self.at("pix")
        clock = lambda: browser.driver.find_element(By.CSS_SELECTOR, "#n-left .clock").text
        eventually(lambda: clock().startswith("9:5"), "it counts")
        before = clock()
        eventually(lambda: clock() < before, "it counts down", 5)
        said = lambda: browser.driver.find_element(By.CSS_SELECTOR, "#n-left [role=status]").get_attribute("textContent")
        self.assertEqual(said(), "", "nothing is said between the minutes")
        self.assertIsNone(browser.driver.find_element(By.CSS_SELECTOR, "#n-left .clock").get_attribute("aria-live"))
        # The page's clock is put forward, to just before a minute and to the end.
        browser.script("const w = document.querySelector('.countdown'); w.base = performance.now() / 1000 + 121.5")
        eventually(lambda: said() == "2 minutes", "two minutes are told", 5)
        browser.script("const w = document.querySelector('.countdown'); w.base = performance.now() / 1000 + 1")
        eventually(lambda: said() == "0 minute", "the end is told", 5)
        time.sleep(1.2)
        self.assertEqual(clock(), "0:00")

    def test_copied_whole(self):
        self.at("pix")
        browser.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.assertIn("…", browser.driver.find_element(By.CSS_SELECTOR, "#n-copy code").text)
        browser.tab_to("Copier le code").keys(Keys.ENTER)
        say = browser.driver.find_element(By.ID, "say")
        eventually(lambda: say.get_attribute("textContent") == "Code copié", "it is said")
        self.assertEqual(browser.driver.find_element(By.ID, "n-copy__in").text, "Code copié")
        copied = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        self.assertEqual(copied, self.TEXT)
        eventually(lambda: browser.driver.find_element(By.ID, "n-copy__in").text == "Copier le code", "as before")

    def test_copied_without_a_clipboard(self):
        self.at("pix")
        browser.script("window.taken = ''; navigator.clipboard.writeText = () => Promise.reject();"
                       "document.execCommand = () => { taken = document.activeElement.value; return true }")
        browser.press("Copier le code")
        eventually(lambda: browser.script("return taken") == self.TEXT, "the old way")


class SavedCards(RendererTest):
    def rows(self):
        return browser.script("return [...document.querySelectorAll('[role=radiogroup] [role=radio]')].map(r => "
                              "[r.querySelector('.title').textContent, r.getAttribute('aria-checked'), r.tabIndex])")

    def test_one_group_for_the_keyboard(self):
        self.at("saved")
        self.assertEqual(self.rows(), [["Visa •••• 1111", "true", 0], ["Mastercard •••• 4444", "false", -1],
                                       ["Carte bancaire", "false", -1]])
        browser.tab_to("VISA")
        browser.keys(Keys.ARROW_DOWN)
        eventually(lambda: self.rows()[1][1:] == ["true", 0], "an arrow chooses the next")
        self.assertEqual(browser.focused.get_attribute("id"), "n-master__in")
        browser.keys(Keys.ARROW_UP)
        eventually(lambda: self.rows()[0][1:] == ["true", 0], "and the one before")
        self.assertEqual(self.rows()[1][1:], ["false", -1])
        browser.keys(Keys.TAB)
        self.assertEqual(browser.spoken(browser.focused), "Retirer Visa •••• 1111")
        browser.keys(Keys.ENTER)
        eventually(lambda: len(self.rows()) == 2, "the card is gone")
        # Nothing is chosen any more: Tab comes to the first.
        self.assertEqual(self.rows()[0], ["Mastercard •••• 4444", "false", 0])

    def test_inside_a_page_there_is_no_sheet(self):
        self.at("embedded")
        self.assertFalse(browser.driver.find_elements(By.CSS_SELECTOR, "[data-do], .credit, .tag"))
        self.assertEqual(browser.script("return getComputedStyle(document.getElementById('sheet')).boxShadow"), "none")
        browser.driver.find_element(By.ID, "n-master__in").click()
        eventually(lambda: self.rows()[1][1] == "true", "it is wired")


class BankPage(RendererTest):
    def told(self):
        return browser.driver.find_element(By.ID, "n-told").text

    def inside(self, name):
        frame = eventually(lambda: browser.driver.find_element(By.CSS_SELECTOR, "iframe[data-page]"), "a frame")
        browser.driver.switch_to.frame(frame)
        eventually(lambda: browser.driver.find_elements(By.XPATH, f"//button[text()='{name}']"), "the bank's page")[0].click()
        browser.driver.switch_to.default_content()

    def test_only_what_the_page_itself_says(self):
        self.at("bank")
        frame = browser.driver.find_element(By.CSS_SELECTOR, "iframe[data-page]")
        self.assertEqual(frame.get_attribute("title"), "Votre banque vérifie la carte")
        self.inside("Too long")
        browser.script("window.postMessage('from the page around it', '*')")
        self.inside("It is me")
        said = 'frame: {"origin":"CHALLENGE","status":"COMPLETED","data":""}'
        eventually(lambda: self.told() == said, "the page's own message, and no other")
        time.sleep(0.5)
        self.assertEqual(self.told(), said)
        self.inside("Many")
        eventually(lambda: self.told().count("|") == 18, "twenty at most, with the long one")

    def test_no_other_page_is_let_in(self):
        self.at("bank")
        self.inside("It is me")
        browser.script("document.querySelector('iframe[data-page]').src = arguments[0]",
                       gallery.bank.address.replace("127.0.0.1", "localhost") + "/challenge")
        eventually(lambda: any("frame-src" in fault for fault in browser.faults()), "the policy refuses it")


class Connection(RendererTest):
    def expected(self, fault):
        return "/visits" in fault or "/favicon.ico" in fault

    def test_reload_returns_to_the_same_visit(self):
        self.at("form")
        browser.type("Numéro", "677123456")
        eventually(lambda: browser.field("Numéro").get_property("value") == "6 77 12 34 56", "formatted")
        browser.driver.refresh()
        browser.connected().await_screen("form")
        eventually(lambda: browser.field("Numéro").get_property("value") == "6 77 12 34 56", "what was typed is there")

    def test_two_tabs_do_not_meddle(self):
        self.at("form")
        with browser.other_tab():
            browser.open(self.payment.url + "?lang=fr")
            self.assertEqual(browser.screen, "methods")
            browser.driver.find_element(By.ID, "n-success").click()
            browser.await_screen("success")
        self.assertEqual(browser.screen, "form")
        browser.type("Numéro", "677123456").keys(Keys.ENTER)
        browser.await_screen("success")

    def test_a_copied_tab_gets_its_own_visit(self):
        self.at("form")
        kept = browser.script("return Object.keys(sessionStorage).includes('visit:' + location.pathname)")
        self.assertFalse(kept, "a tab in use leaves nothing to copy")

    def test_without_sockets(self):
        browser.cdp("Page.enable")
        added = browser.cdp("Page.addScriptToEvaluateOnNewDocument",
                            source="window.WebSocket = function () { throw new Error('no sockets here') }")
        try:
            self.at("form")
            browser.type("Numéro", "677123456", pause=0.02)
            eventually(lambda: browser.field("Numéro").get_property("value") == "6 77 12 34 56", "formatted")
            browser.keys(Keys.ENTER)
            browser.await_screen("success")
        finally:
            browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])

    @contextlib.contextmanager
    def breakable(self):
        """Sockets and requests that fail as long as the page is told so."""
        browser.cdp("Page.enable")
        added = browser.cdp("Page.addScriptToEvaluateOnNewDocument", source="""
            const Real = WebSocket, ask = fetch; window.sockets = []
            window.WebSocket = class extends Real { constructor(...a) {
              if (window.cut) throw new Error('cut'); super(...a); sockets.push(this) } }
            window.fetch = (...a) => window.dead ? Promise.reject(new TypeError('dead')) : ask(...a)""")
        try:
            yield
        finally:
            browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])

    def test_a_socket_that_dies(self):
        with self.breakable():
            self.at("form")
            browser.script("window.cut = true; sockets.forEach(s => s.close())")
            browser.type("Numéro", "677123456", pause=0.02)
            eventually(lambda: browser.field("Numéro").get_property("value") == "6 77 12 34 56", "without it, then")
            browser.keys(Keys.ENTER)
            browser.await_screen("success")

    def test_connection_lost_and_found(self):
        with self.breakable():
            self.at("form")
            browser.script("window.cut = window.dead = true; sockets.forEach(s => s.close())")
            browser.type("Numéro", "677")
            browser.sees("Connexion perdue. Reconnexion…")
            browser.type("Numéro", "123456")
            browser.keys(Keys.ENTER)
            time.sleep(0.5)
            browser.script("window.cut = window.dead = false")
            eventually(lambda: browser.field("Numéro").get_property("value") == "6 77 12 34 56", "nothing is lost", 20)
            eventually(lambda: browser.driver.find_element(By.ID, "bar").text == "", "the bar is gone")
            self.assertEqual(browser.screen, "form", "what is pressed while nobody listens is not kept for later")

    def test_coming_back_is_told(self):
        self.at("waiting")
        count = int(browser.driver.find_element(By.ID, "n-back-count").text)
        with browser.other_tab():
            time.sleep(1.1)
        eventually(lambda: int(browser.driver.find_element(By.ID, "n-back-count").text) > count, "it is told")

    def test_ring_counts_on(self):
        self.at("waiting")
        eventually(lambda: browser.driver.find_element(By.CSS_SELECTOR, ".clock").text == "0:02", "two seconds", 5)

    def test_a_page_that_opens_and_the_way_back(self):
        self.at("waiting")
        browser.press("Continuer le paiement")
        eventually(lambda: "/healthz" in browser.driver.current_url, "the page is open")
        browser.driver.back()
        browser.connected().await_screen("waiting")
        time.sleep(0.5)
        self.assertIn("/checkout/", browser.driver.current_url, "and is not opened again by itself")

    def test_done_goes_back_to_the_shop(self):
        self.payment = gallery.payment(callback=f"{gallery.address}/healthz?shop=1", reference="CMD 42")
        self.at("success")
        browser.press("Terminé")
        eventually(lambda: browser.driver.current_url == f"{gallery.address}/healthz?shop=1&reference=CMD%2042",
                   "the shop is told the reference")

    def test_done_without_a_shop(self):
        self.at("success")
        browser.press("Terminé")
        browser.await_screen("gone").sees("Vous avez fermé la page de paiement")
        browser.press("Revenir au paiement")
        browser.await_screen("methods")


class Looks(RendererTest):
    def check(self, query, dark=False):
        browser.media(dark=dark)
        for place in ("methods", "form", "everything", "waiting", "ussd", "success", "failure", "loading", "spinner",
                      "pix", "saved", "bank", "embedded"):
            self.payment = gallery.payment()
            self.at(place, query)
            self.assertEqual(browser.axe(), [], f"{place} {query} dark={dark}")

    def test_axe_light(self):
        self.check("?lang=fr")

    def test_axe_dark(self):
        self.check("?lang=en", dark=True)

    def test_axe_arabic(self):
        self.check("?lang=ar")

    def test_axe_presets(self):
        for theme in ("stripe", "night", "flat"):
            self.check("?lang=en" + appearance(theme=theme, labels="floating"))

    def test_axe_overlays(self):
        self.at("form")
        browser.driver.find_element(By.CSS_SELECTOR, "[data-picker]").click()
        eventually(lambda: browser.focused.get_attribute("id") == "pick-search", "the list is open")
        self.assertEqual(browser.axe(), [])
        browser.keys(Keys.ESCAPE)
        browser.type("Numéro", "6").keys(Keys.TAB)
        browser.sees("trop court")
        self.assertEqual(browser.axe(), [])
        browser.press("Retour")
        browser.await_screen("methods")
        browser.press("Annuler le paiement")
        eventually(lambda: browser.script("return !!document.querySelector('dialog[open]')"), "the question")
        self.assertEqual(browser.axe(), [])

    def test_right_to_left_mirrors(self):
        self.at("form", "?lang=ar")
        close = browser.driver.find_element(By.CSS_SELECTOR, "[data-do=close]").rect
        back = browser.driver.find_element(By.CSS_SELECTOR, "[data-do=back]").rect
        self.assertLess(close["x"], back["x"])
        field = browser.driver.find_element(By.CSS_SELECTOR, "[data-field=phone]")
        self.assertEqual(field.value_of_css_property("direction"), "ltr")
        self.assertEqual(browser.script("return document.documentElement.dir"), "rtl")

    def test_twice_as_large_loses_nothing(self):
        browser.resize(195, 422)
        for place in ("methods", "form", "everything", "success", "pix", "saved", "bank", "embedded"):
            self.payment = gallery.payment()
            self.at(place)
            width = browser.script("return document.documentElement.scrollWidth")
            self.assertLessEqual(width, 195, place)
            wide = browser.script(
                "return [...document.querySelectorAll('#sheet *:not(svg *)')].filter(e => e.offsetParent && "
                "!e.closest('.unseen, svg') && (e.getBoundingClientRect().right > 196 || e.getBoundingClientRect().left < -1))"
                ".map(e => e.className + ' ' + e.textContent.slice(0, 40))")
            self.assertEqual(wide, [], place)

    def test_targets_are_large(self):
        self.at("form")
        small = browser.script(
            "return [...document.querySelectorAll('#sheet button, #sheet .choice, #sheet input:not([type=radio])')]"
            ".map(e => [e.textContent, e.getBoundingClientRect()]).filter(([t, r]) => r.height < 44 || r.width < 44)"
            ".map(([t, r]) => t + ' ' + r.width + 'x' + r.height)")
        self.assertEqual(small, [])

    def test_main_button_above_the_keyboard(self):
        self.at("form")
        browser.resize(390, 500)
        time.sleep(0.3)
        pay = browser.button("Payer").rect
        self.assertLessEqual(pay["y"] + pay["height"], 500)

    def test_still_when_asked(self):
        browser.media(reduced=True)
        self.at("loading")
        self.assertEqual(browser.script(
            "return document.getAnimations().filter(a => a.playState == 'running').length"), 0)
        browser.media()
        self.payment = gallery.payment()
        self.at("loading", "?lang=fr" + appearance(disableAnimations=True))
        eventually(lambda: browser.script(
            "return document.getAnimations().filter(a => a.playState == 'running').length") == 0, "nothing moves")

    def test_prints_a_receipt(self):
        self.at("success")
        browser.media(kind="print")
        seen = [b for b in browser.driver.find_elements(By.TAG_NAME, "button") if b.is_displayed()]
        self.assertEqual(seen, [])
        browser.sees("CMD-2024-00042")

    def test_without_scripts(self):
        browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
        try:
            browser.driver.get(self.payment.url + "?lang=fr")
            self.assertIn("Activez-le dans les réglages", browser.driver.find_element(By.TAG_NAME, "body").text)
        finally:
            browser.cdp("Emulation.setScriptExecutionDisabled", value=False)


if __name__ == "__main__":
    unittest.main(verbosity=2)
