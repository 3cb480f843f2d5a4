"use strict";

// The shop with YunoSDK. The SDK runs with the shop's app on the server; this page draws what it is told, and says what
// was pressed.
const ways = ["wajub", "full", "lite", "render", "headless", "seamless", "enrollment"];
const groups = ["cards", "codes", "pages", "shop"];
const yuno = { visit: null, before: null, delivered: null, shown: null, turn: 0, frames: {}, page: 0, challenge: null, wallet: "null", timer: 0 };

const hex = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
function shopper() {
  try {
    const known = localStorage.shopper ?? hex();
    localStorage.shopper = known;
    return known;
  } catch { return hex(); }
}

// A page that is loaded again leaves the order it had.
const remembered = () => { try { return sessionStorage.order ?? null; } catch { return null; } };
const remember = (visit) => { try { sessionStorage.order = visit; } catch { /* It ends by itself then. */ } };

const yunoScenario = () => state.facts.yuno.find((s) => s.id === state.scenario);
const tell = (act, wish = {}) => ask(`/shop/yuno/${yuno.visit}/${act}`, wish).catch(() => complain(text("failed")));

// Tabs

function drawWays() {
  $("ways").replaceChildren(...ways.map((way) => {
    const tab = make("button", { type: "button", id: `way-${way}`, textContent: text(`way_${way}`) });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "cart");
    tab.setAttribute("aria-selected", String(way === state.way));
    tab.tabIndex = way === state.way ? 0 : -1;
    tab.addEventListener("click", () => chooseWay(way));
    tab.addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      event.preventDefault();
      const next = ways[(ways.indexOf(way) + move + ways.length) % ways.length];
      chooseWay(next);
      $(`way-${next}`).focus();
    });
    return tab;
  }));
  $("own-form").elements.expiry.placeholder = text("expiry_example");
  $("way-note").textContent = text(`note_${state.way}`);
  const isWajub = state.way === "wajub";
  for (const id of ["code-panel", "appearance"]) $(id).hidden = !isWajub;
  $("yuno").hidden = isWajub;
  $("groups").className = isWajub ? "" : "yuno";
  for (const id of ["outcome", "actions"]) $(id).replaceChildren();
}

async function chooseWay(way) {
  const changed = way !== state.way;
  state.way = way;
  if (changed) [state.scenario, state.order] = [null, null];
  $("done").hidden = true;
  if (way === "wajub") {
    if (yunoOnly.includes(state.country)) state.country = "CM";
    closeYuno();
    showIdle(text("idle"));
    drawAll();
    return requote();
  }
  drawWays();
  drawScenarios();
  await openYuno(state.scenario);
}

function drawYunoScenarios() {
  const focused = document.activeElement?.dataset?.scenario;
  $("groups").replaceChildren(...groups.map((group) => {
    const title = make("h3", { textContent: text(group), id: `group-${group}` });
    const row = make("div", {}, ...state.facts.yuno.filter((s) => s.group === group).map((scenario) => {
      const fits = scenario.integrations.includes(state.way);
      const chip = make("button", {
        type: "button", className: "chip", textContent: scenario.title[state.page], disabled: !fits,
        title: scenario.note[state.page],
      });
      chip.dataset.scenario = scenario.id;
      chip.setAttribute("aria-pressed", String(scenario.id === state.scenario));
      chip.addEventListener("click", () => openYuno(scenario.id));
      return chip;
    }));
    row.setAttribute("role", "group");
    row.setAttribute("aria-labelledby", title.id);
    return make("div", { className: "group" }, title, row);
  }));
  if (focused) document.querySelector(`[data-scenario="${focused}"]`)?.focus();
}

// An order

function closeYuno() {
  yuno.turn += 1;
  yuno.before = yuno.visit ?? yuno.before;
  [yuno.visit, yuno.shown, yuno.page, yuno.challenge, yuno.wallet] = [null, null, 0, null, "null"];
  for (const frame of Object.values(yuno.frames)) frame.remove();
  yuno.frames = {};
  $("challenge").querySelector("iframe")?.remove();
  for (const id of ["methods", "embedded", "own-form", "challenge"]) $(id).hidden = true;
  for (const id of ["outcome", "actions"]) $(id).replaceChildren();
}

function showIdle(words) {
  document.querySelector(".phone").replaceChildren(make("p", { id: "idle", textContent: words }));
}

// Another cart is another order.
function reopenYuno() {
  if (state.way === "wajub") return;
  clearTimeout(yuno.timer);
  yuno.timer = setTimeout(() => openYuno(state.scenario), 400);
}

async function openYuno(scenario) {
  closeYuno();
  const turn = yuno.turn;
  state.scenario = scenario;
  const country = yunoScenario()?.country;
  if (country) state.country = country;
  if (Object.values(state.items).every((n) => !n)) state.items = { coffee: 1, cup: 0, pot: 0 };
  $("done").hidden = true;
  drawScenarios();
  drawHint();
  $("pay").disabled = true;
  try {
    await requote();
    const { visit } = await ask("/shop/yuno", { ...wishes(), integration: state.way, shopper: shopper(), before: yuno.before ?? remembered() });
    if (turn !== yuno.turn) {
      yuno.before = visit;
      return;
    }
    yuno.visit = visit;
    remember(visit);
    const frame = (name, title) => {
      const made = make("iframe", { title, src: `/yuno/frames/${visit}${name}`, allow: "clipboard-write" });
      yuno.frames[name] = made;
      return made;
    };
    const idle = { full: "idle_inside", render: "idle_inside", headless: "idle_headless" }[state.way] ?? "idle_yuno";
    showIdle(text(idle));
    const sheet = frame("s", text("checkout"));
    sheet.className = "away";
    document.querySelector(".phone").append(sheet);
    if (["full", "render"].includes(state.way)) {
      const view = frame("v", text("embedded_title"));
      view.addEventListener("load", () => measure(view));
      $("embedded").replaceChildren(view);
    }
    complain();
    followYuno(turn);
  } catch { if (turn === yuno.turn) complain(text("failed")); }
}

// The frame is as high as what stands in it; a question over it needs room, too.
function measure(view) {
  const sheet = () => view.contentDocument?.getElementById("sheet");
  const fit = () => {
    const dialog = view.contentDocument?.querySelector("dialog[open]");
    const height = Math.max(sheet()?.offsetHeight ?? 0, dialog ? dialog.offsetHeight + 48 : 0);
    view.style.height = `${height}px`;
  };
  if (!sheet()) return;
  $("embedded").style.background = view.contentWindow.getComputedStyle(view.contentDocument.body).backgroundColor;
  const sizes = new view.contentWindow.ResizeObserver(fit);
  sizes.observe(sheet());
  new view.contentWindow.MutationObserver(fit).observe(view.contentDocument.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["open"],
  });
  fit();
}

async function followYuno(turn) {
  let failures = 0;
  while (turn === yuno.turn) {
    try {
      const answer = await fetch(`/shop/yuno/${yuno.visit}?after=${yuno.shown?.number ?? 0}`);
      if (answer.status === 204) continue;
      if (!answer.ok) throw new Error(answer.status);
      const shown = await answer.json();
      if (turn !== yuno.turn) return;
      if (shown.gone) return openYuno(state.scenario);
      failures = 0;
      drawYuno(shown);
    } catch {
      failures += 1;
      if (failures > 20) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(4000, 300 * failures)));
    }
  }
}

// Drawing

function drawYuno(shown) {
  const before = yuno.shown;
  yuno.shown = shown;
  drawMethods(shown);
  $("embedded").hidden = !(state.way === "full" || shown.embedded);
  $("own-form").hidden = state.way !== "headless" || Boolean(shown.challenge) || paid(shown);
  drawChallenge(shown);
  drawPhone(shown, before);
  drawOutcome(shown);
  drawYunoHint();
  drawYunoCart();
  drawDelivered();
}

const paid = (shown) => Boolean(shown.payment?.paid);

function drawMethods(shown) {
  const box = $("methods");
  box.hidden = !["lite", "render", "seamless"].includes(state.way) || !shown.methods.length;
  const mark = JSON.stringify([shown.methods, state.page]);
  if (box.dataset.made !== mark) {
    box.dataset.made = mark;
    box.querySelector("div").replaceChildren(...shown.methods.map((method, index) => {
      const choice = make("input", { type: "radio", name: "method", value: index });
      choice.addEventListener("change", () => tell("choose", { index }));
      const isCard = method.type === "CARD" && !method.saved;
      const name = make("span", { textContent: isCard ? text("card") : method.name });
      return make("label", {}, choice, name,
        ...(method.saved ? [make("small", { textContent: text("method_saved") })] : []));
    }));
  }
  for (const choice of box.querySelectorAll("input")) choice.checked = Number(choice.value) === shown.chosen;
}

// The bank's page, in a frame of the shop's own: it says itself when it is over.
function drawChallenge(shown) {
  if (yuno.challenge === shown.challenge) return;
  yuno.challenge = shown.challenge;
  $("challenge").querySelector("iframe")?.remove();
  $("challenge").hidden = !shown.challenge;
  if (!shown.challenge) return;
  const frame = make("iframe", { title: text("bank_asks"), src: shown.challenge });
  $("challenge").append(frame);
  frame.focus();
}

// The device's wallet asks over everything in the phone.
function drawWallet(wallet) {
  const mark = JSON.stringify(wallet);
  if (yuno.wallet === mark) return;
  yuno.wallet = mark;
  document.querySelector(".phone dialog")?.remove();
  if (!wallet) return;
  const title = make("h3", { id: "wallet-title", textContent: wallet.type === "APPLE_PAY" ? "Apple Pay" : wallet.type });
  const press = (key, pay, className) => {
    const button = make("button", { type: "button", className, textContent: text(key) });
    button.addEventListener("click", () => tell("wallet", { pay }));
    return button;
  };
  const panel = make("dialog", { className: "wallet" }, title, make("p", { textContent: text("wallet") }),
    make("p", { className: "sum" }, make("span", { textContent: wallet.merchant }), make("strong", { textContent: wallet.amount })),
    press("wallet_pay", true, "main"), press("close", false, "second"));
  panel.setAttribute("aria-labelledby", "wallet-title");
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape") tell("wallet", { pay: false }); });
  document.querySelector(".phone").append(panel);
  panel.show();
  revealCheckout();
}

function drawPhone(shown, before) {
  const phone = document.querySelector(".phone");
  drawWallet(shown.wallet);
  const sheet = yuno.frames.s;
  sheet.classList.toggle("away", !shown.sheet);
  $("idle").hidden = shown.sheet;
  if (shown.sheet && !before?.sheet) {
    sheet.contentWindow.focus();
    revealCheckout();
  }
  if (!shown.sheet && before?.sheet) $("pay").focus({ preventScroll: true });
  const number = shown.page?.number ?? 0;
  if (number === yuno.page) return;
  yuno.page = number;
  phone.querySelector(".browser")?.remove();
  if (!number) return;
  const done = make("button", { type: "button", textContent: text("done_page") });
  done.addEventListener("click", () => tell("page-closed"));
  const address = make("span", { textContent: new URL(shown.page.url).host, dir: "ltr" });
  const frame = make("iframe", { title: text("page_title"), src: shown.page.url });
  phone.append(make("div", { className: "browser" }, make("div", { className: "bar" }, done, address), frame));
  revealCheckout();
}

function drawOutcome(shown) {
  const lines = [];
  const good = ["succeeded", "SUCCEEDED"].includes(shown.result?.result);
  if (shown.result) {
    const enrolled = good && state.way === "enrollment";
    const title = enrolled ? text("enrolled") : text(`result_${shown.result.result}`);
    const codes = [shown.result.result, shown.result.substatus].filter(Boolean).join(" · ");
    const known = state.facts.texts[`result_${shown.result.result}`] ? title : shown.result.result;
    lines.push(make("p", { className: good ? "good" : "" }, make("strong", { textContent: known }),
      make("code", { textContent: codes, dir: "ltr" })));
    if (shown.result.message) lines.push(make("p", { textContent: shown.result.message }));
  }
  if (shown.second) {
    const key = shown.payment ? "second_refused" : "payment_refused";
    lines.push(make("p", {}, make("strong", { textContent: text(key) }),
      make("code", { textContent: `${shown.second.status} ${shown.second.code}`, dir: "ltr" })));
  }
  if (shown.payment) {
    lines.push(make("p", { className: "fine" },
      make("code", { textContent: `${shown.payment.status} · ${shown.payment.sub_status}`, dir: "ltr" })));
  }
  const mark = JSON.stringify([shown.result, shown.second, shown.payment, shown.sheet, state.page]);
  if ($("outcome").dataset.made === mark && $("outcome").childElementCount === lines.length) return;
  $("outcome").dataset.made = mark;
  $("outcome").replaceChildren(...lines);
  const acts = [];
  if (shown.payment?.waits && shown.result && state.way !== "headless") acts.push("continue");
  if (shown.payment?.held) acts.push("capture", "cancel");
  if (shown.payment?.paid) acts.push("refund");
  $("actions").replaceChildren(...acts.map((act) => {
    const button = make("button", {
      type: "button", className: "second", textContent: text(act === "continue" ? act : `act_${act}`),
    });
    button.addEventListener("click", () => tell(act));
    return button;
  }), ...(shown.result ? [again()] : []));
}

function again() {
  const button = make("button", { type: "button", className: "second", textContent: text("act_again") });
  button.addEventListener("click", () => openYuno(state.scenario));
  return button;
}

function drawYunoCart(focused) {
  const shown = yuno.shown;
  const isOver = Boolean(shown?.payment);
  const isEnrollment = state.way === "enrollment";
  $("pay").hidden = isOver || Boolean(shown?.challenge);
  $("pay").disabled = !shown || !shown.can_pay || shown.loading || state.quote?.empty;
  $("pay").textContent = isEnrollment ? text("enroll") : `${text("pay")} ${state.quote?.total ?? ""}`;
  if (focused) refocusStep(focused);
}

function drawYunoHint() {
  const scenario = yunoScenario();
  $("hint").hidden = false;
  const nodes = [make("p", {}, make("span", { textContent: scenario ? scenario.note[state.page] : text("free") }))];
  const hints = scenario ? scenario.hints
    : [{ label: "card", value: "4507 9900 0000 0002" }, { label: "expiry", value: "12/40" }, { label: "cvc", value: "123" }];
  if (hints.length) nodes.push(make("ul", {}, ...hints.map(hintNode)));
  if (yuno.shown?.payment?.simulates) {
    const title = make("span", { textContent: text("simulate"), id: "simulate-title" });
    const buttons = ["pay", "refuse", "expire"].map((act) => {
      const button = make("button", { type: "button", textContent: text(`simulate_${act}`) });
      button.addEventListener("click", () => tell("simulate", { do: act }));
      return make("li", {}, button);
    });
    nodes.push(make("p", { className: "bank" }, title), make("ul", {}, ...buttons));
  }
  const mark = JSON.stringify([state.scenario, state.page, state.way, yuno.shown?.payment?.simulates]);
  if ($("hint").dataset.made === mark && $("hint").childElementCount === nodes.length) return;
  $("hint").dataset.made = mark;
  $("hint").replaceChildren(...nodes);
}

// The shop delivers on what a webhook says whose signature is right.
function hearYuno(entry) {
  const payment = entry.kind === "webhook" && entry.good ? entry.json?.data?.payment : null;
  if (payment?.status !== "SUCCEEDED") return;
  yuno.delivered = payment.id;
  drawDelivered();
}

// The webhook may be here before the answer it tells of.
function drawDelivered() {
  if (yuno.delivered && yuno.delivered === yuno.shown?.payment?.id) $("done").hidden = false;
}

// What the visitor does

function payYuno() {
  $("done").hidden = true;
  if (state.way !== "headless") return tell("pay");
  const form = $("own-form");
  const fields = Object.fromEntries(["number", "expiry", "cvc", "name"].map((name) => [name, form.elements[name].value]));
  return tell("pay", { ...fields, save: form.elements.save.checked });
}

function listenYuno() {
  $("own-form").addEventListener("submit", (event) => {
    event.preventDefault();
    payYuno();
  });
  $("challenge-close").addEventListener("click", () => tell("challenge-over"));
  addEventListener("message", (event) => {
    const frame = $("challenge").querySelector("iframe");
    if (!frame || event.source !== frame.contentWindow || event.origin !== new URL(frame.src).origin) return;
    if (event.data?.origin === "CHALLENGE") tell("challenge-over");
  });
}
