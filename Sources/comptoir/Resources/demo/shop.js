"use strict";

// The page decides nothing: it names pieces and wishes, the shop's server answers what they cost and mean.
const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
const svg = (path, box) => {
  const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  image.setAttribute("viewBox", box);
  image.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  image.append(line);
  return image;
};
const drawings = {
  coffee: "M7 8h12l1 14H6zM8 8l1-4h8l1 4M10 14h6M10 17.500h6",
  cup: "M4 9h14v6a6 6 0 0 1-6 6h-2a6 6 0 0 1-6-6zM18 11h1.500a3 3 0 0 1 0 6H18M8 3v3M12 3v3",
  pot: "M8 13l-2 9h13l-2-9zM8 13l1-7h7l1 7zM11 6V4h3v2M17 8h4l1 8M8 9l-3-2",
};

const state = {
  facts: null, way: "wajub", page: "en", items: { coffee: 2, cup: 1, pot: 0 }, country: "CM", scenario: null,
  theme: "", scheme: "", color: "", language: "en", tab: "server", filter: "", order: null, quote: null, last: 0,
};

const text = (key) => state.facts?.texts[key]?.[state.page] ?? key;

async function ask(path, body) {
  const answer = await fetch(path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status}`);
  return answer.json();
}

function complain(message) {
  $("notice").textContent = message ?? "";
  $("notice").hidden = !message;
}

// What is asked of the shop, always the same shape.
const wishes = () => ({
  country: state.country, items: state.items, scenario: state.scenario, page: state.page, language: state.language,
  appearance: Object.fromEntries(
    [["theme", state.theme], ["colorScheme", state.scheme], ["primaryColor", state.color]].filter(([, v]) => v)),
});

// Drawing

function drawTexts() {
  document.documentElement.lang = state.page;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = text(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", text(node.dataset.label));
}

function press(group, value) {
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.value === value));
  }
}

function drawChoices() {
  press($("page-language"), state.page);
  press($("scheme"), state.scheme);
  press($("filter"), state.filter);
  press($("colors"), state.color);
  const swatches = [...$("colors").querySelectorAll("button")].map((button) => button.dataset.value);
  $("own-color").classList.toggle("chosen", !swatches.includes(state.color));
  $("theme").value = state.theme;
  $("language").value = state.language;
}

function drawScenarios() {
  if (state.way !== "wajub") return drawYunoScenarios();
  const focused = document.activeElement?.dataset?.scenario;
  $("groups").replaceChildren(...["money", "card", "network", "life"].map((group) => {
    const title = make("h3", { textContent: text(group), id: `group-${group}` });
    const chips = state.facts.scenarios.filter((s) => s.group === group).map((scenario) => {
      const isThere = scenario.hints[state.country] !== undefined;
      const chip = make("button", {
        type: "button", className: "chip", textContent: scenario.title[state.page], disabled: !isThere,
        title: isThere ? scenario.note[state.page] : text("unavailable"),
      });
      chip.dataset.scenario = scenario.id;
      chip.setAttribute("aria-pressed", String(scenario.id === state.scenario));
      chip.addEventListener("click", () => order(scenario.id));
      return chip;
    });
    const row = make("div", {}, ...chips);
    row.setAttribute("role", "group");
    row.setAttribute("aria-labelledby", title.id);
    return make("div", { className: "group" }, title, row);
  }));
  if (focused) document.querySelector(`[data-scenario="${focused}"]`)?.focus();
}

// The Yuno dialect pays in these, too.
const yunoOnly = ["BR", "CO", "MX"];

function drawCart() {
  const focused = document.activeElement?.dataset?.step;
  const places = state.facts.places.filter((place) => state.way !== "wajub" || !yunoOnly.includes(place.code));
  $("country").replaceChildren(...places.map((place) => make("option", {
    value: place.code, textContent: `${place.flag} ${place.name[state.page]} · ${place.currency}`,
    selected: place.code === state.country,
  })));
  $("products").replaceChildren(...state.facts.products.map((product) => {
    const quantity = state.items[product.id] ?? 0;
    const name = product.name[state.page];
    const step = (change, sign, label) => {
      const button = make("button", { type: "button", textContent: sign, disabled: quantity + change < 0 || quantity + change > 20 });
      button.setAttribute("aria-label", `${text(label)}: ${name}`);
      button.dataset.step = `${product.id}${sign}`;
      button.addEventListener("click", () => {
        state.items[product.id] = quantity + change;
        drawCart();
        requote();
        reopenYuno();
      });
      return button;
    };
    const count = make("output", { textContent: quantity });
    count.setAttribute("aria-label", `${text("quantity")}: ${name}`);
    const picture = svg(drawings[product.id], "0 0 26 26");
    picture.setAttribute("class", "tile");
    return make("li", {}, picture,
      make("div", { className: "what" }, make("strong", { textContent: name }),
        make("span", { textContent: product.detail[state.page] }),
        make("span", { textContent: state.quote?.prices[product.id] ?? "" })),
      make("div", { className: "count" }, step(-1, "−", "fewer"), count, step(1, "+", "more")));
  }));
  $("total").textContent = state.quote?.total ?? "";
  if (state.way !== "wajub") return drawYunoCart(focused);
  $("pay").disabled = !state.quote || state.quote.empty;
  $("pay").textContent = state.quote && !state.quote.empty ? `${text("pay")} ${state.quote.total}` : text("empty");
  refocusStep(focused);
}

function refocusStep(focused) {
  if (focused) document.querySelector(`[data-step="${focused}"]:not(:disabled)`)?.focus();
}

function drawCode() {
  for (const name of ["server", "ios", "web"]) {
    const tab = $(`tab-${name}`);
    tab.setAttribute("aria-selected", String(name === state.tab));
    tab.tabIndex = name === state.tab ? 0 : -1;
  }
  $("code").setAttribute("aria-labelledby", `tab-${state.tab}`);
  $("code").firstElementChild.textContent = state.quote?.code[state.tab] ?? "";
}

function drawHint() {
  if (state.way !== "wajub") return drawYunoHint();
  const scenario = state.facts.scenarios.find((s) => s.id === state.scenario);
  const hints = scenario?.hints[state.country] ?? [];
  $("hint").hidden = !state.order;
  if (!state.order) return;
  const link = make("a", { href: checkoutAddress(), target: "_blank", rel: "noopener", textContent: `${text("own_tab")} ↗` });
  $("hint").replaceChildren(
    make("p", {}, make("span", { textContent: scenario ? scenario.note[state.page] : text("free") }), link),
    ...(hints.length ? [make("ul", {}, ...hints.map(hintNode))] : []));
}

// A value to type: pressing it copies it.
function hintNode(hint) {
  const label = text("hint_" + hint.label);
  const icon = svg("M6 2h8v9M2 5h8v9H2z", "0 0 16 16");
  const button = make("button", { type: "button" }, make("span", { textContent: label }),
    make("bdi", { textContent: hint.value, dir: "ltr" }), icon);
  button.setAttribute("aria-label", `${text("copy")}: ${label} ${hint.value}`);
  button.addEventListener("click", async () => {
    if (await copyText(hint.value)) icon.firstElementChild.setAttribute("d", "m2 8.500 4 4 8-9");
    setTimeout(() => icon.firstElementChild.setAttribute("d", "M6 2h8v9M2 5h8v9H2z"), 1500);
  });
  return make("li", {}, button);
}

function drawAll() {
  drawTexts();
  drawWays();
  drawChoices();
  drawScenarios();
  drawCart();
  drawCode();
  drawHint();
  drawEntries();
}

async function copyText(value) {
  try {
    await navigator.clipboard.writeText(value);
    $("say").textContent = "";
    $("say").textContent = text("copied");
    return true;
  } catch { return false; }
}

// The cart and the checkout

let quoting = 0;
async function requote() {
  const mine = ++quoting;
  try {
    const quote = await ask("/shop/quote", wishes());
    if (mine !== quoting) return;
    state.quote = quote;
    drawCart();
    drawCode();
  } catch { complain(text("failed")); }
}

const checkoutAddress = () => `${state.order.url}${state.order.url.includes("?") ? "&" : "?"}${state.quote.query}`;

function showCheckout() {
  const frame = make("iframe", { title: text("checkout"), src: checkoutAddress(), allow: "clipboard-write" });
  document.querySelector(".phone").replaceChildren(frame);
}

// The checkout's buttons are at the phone's foot: nobody should have to look for them.
function revealCheckout() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (matchMedia("(max-width: 800px)").matches) return $("checkout").scrollIntoView({ block: "start" });
  $("checkout").scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

async function order(scenario) {
  state.scenario = scenario;
  $("done").hidden = true;
  drawScenarios();
  try {
    if (Object.values(state.items).every((n) => !n)) state.items = { coffee: 1, cup: 0, pot: 0 };
    await requote();
    state.order = await ask("/shop/orders", wishes());
    complain();
    drawHint();
    showCheckout();
    revealCheckout();
  } catch { complain(text("failed")); }
}

// A change of look is seen at once: the checkout is asked for again, and shows where the payment stands.
async function restyle() {
  drawChoices();
  await requote();
  if (state.way !== "wajub") return reopenYuno();
  if (!state.order) return;
  drawHint();
  showCheckout();
}

// The log

const entries = [];
const time = (milliseconds) => {
  const date = new Date(milliseconds);
  return `${date.toLocaleTimeString("en-GB")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
};

// Ids are long; their ends tell them apart.
const shortened = (name) => name.replace(/(\b[a-z]+_)\w{12,}(\w{4})/g, "$1…$2")
  .replace(/[0-9a-f]{8}-[0-9a-f-]{23}([0-9a-f]{4})/g, "…$1");

function entryNode(entry) {
  if (entry.mark) {
    return make("li", { className: "mark" }, make("span", { textContent: `${text("new_payment")} · ${entry.mark}` }),
      make("time", { textContent: time(entry.time) }));
  }
  const who = `${text("party_" + entry.from)} → ${text("party_" + entry.to)}`;
  const outcome = state.facts.texts[`outcome_${entry.outcome}`]?.[state.page] ?? entry.outcome;
  const how = [entry.times > 1 ? `×${entry.times}` : null, outcome, entry.milliseconds !== null ? `${entry.milliseconds} ms` : null].filter(Boolean).join(" · ");
  const line = [
    make("time", { textContent: time(entry.time) }), make("span", { className: "who", textContent: who }),
    make("span", { className: "name", textContent: shortened(entry.name), title: entry.name }),
    make("span", { className: entry.good ? "how" : "how bad", textContent: entry.good || !how ? how : `✕ ${how}` }),
  ];
  if (entry.json === null || !Object.keys(entry.json).length) return make("li", {}, make("div", { className: "line" }, ...line));
  const details = make("details", {}, make("summary", { className: "line" }, ...line));
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector("pre")) {
      const pre = make("pre", { textContent: JSON.stringify(entry.json, null, 2), tabIndex: 0, dir: "ltr" });
      details.append(pre);
    }
  }, { once: true });
  return make("li", {}, details);
}

// The same question with the same answer, as a checkout that waits asks it.
const repeats = (a, b) => a && a.name === b.name && a.outcome === b.outcome && a.from === b.from
  && b.name.startsWith("GET ") && JSON.stringify(a.json) === JSON.stringify(b.json);

const isShown = (entry) => entry.mark || !state.filter || entry.kind === state.filter;

function drawEntries() {
  $("entries").replaceChildren(...entries.filter(isShown).map(entryNode));
  $("log-empty").hidden = entries.length > 0;
}

function add(entry) {
  if (entry.name === "POST /payments" && entry.good) {
    add({ mark: entry.json?.request?.reference ?? "", time: entry.time });
  }
  if (/^POST \/v1\/(checkout|customers)\/sessions$/.test(entry.name) && entry.good) {
    add({ mark: entry.json?.request?.merchant_order_id ?? text("way_enrollment"), time: entry.time });
  }
  const previous = entries.at(-1);
  const list = $("entries");
  const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  if (!entry.mark && repeats(previous, entry)) {
    entries[entries.length - 1] = { ...entry, times: (previous.times ?? 1) + 1 };
    if (isShown(entry)) list.lastElementChild?.replaceWith(entryNode(entries.at(-1)));
    return;
  }
  entries.push(entry);
  if (entries.length > 500) {
    entries.splice(0, 100);
    return drawEntries();
  }
  $("log-empty").hidden = true;
  if (!isShown(entry)) return;
  list.append(entryNode(entry));
  if (wasAtEnd) list.scrollTop = list.scrollHeight;
}

async function follow() {
  let failures = 0;
  for (;;) {
    try {
      const { entries: fresh } = await ask(`/shop/log?after=${state.last}`);
      if (failures) complain();
      failures = 0;
      for (const entry of fresh) {
        state.last = entry.number;
        add(entry);
        if (entry.kind === "webhook" && entry.good && entry.name === "payment.succeeded"
          && entry.payment === state.order?.payment) $("done").hidden = false;
        hearYuno(entry);
      }
    } catch {
      failures += 1;
      if (failures > 1) complain(text("stopped"));
      await new Promise((resolve) => setTimeout(resolve, Math.min(8000, 500 * 2 ** failures)));
    }
  }
}

// What the visitor does

function choose(group, then) {
  group.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) then(button.dataset.value);
  });
}

function listen() {
  $("pay").addEventListener("click", () => state.way === "wajub" ? order(null) : payYuno());
  $("country").addEventListener("change", (event) => {
    state.country = event.target.value;
    const scenario = state.facts.scenarios.find((s) => s.id === state.scenario);
    if (scenario && scenario.hints[state.country] === undefined) state.scenario = null;
    drawScenarios();
    drawHint();
    requote();
    reopenYuno();
  });
  choose($("page-language"), (value) => {
    if (state.language === state.page) state.language = value;
    state.page = value;
    drawAll();
    restyle();
  });
  choose($("scheme"), (value) => { state.scheme = value; restyle(); });
  choose($("colors"), (value) => { state.color = value; restyle(); });
  choose($("filter"), (value) => { state.filter = value; drawChoices(); drawEntries(); });
  $("own-color").addEventListener("change", (event) => { state.color = event.target.value; restyle(); });
  $("theme").addEventListener("change", (event) => { state.theme = event.target.value; restyle(); });
  $("language").addEventListener("change", (event) => { state.language = event.target.value; restyle(); });
  $("clear").addEventListener("click", () => { entries.length = 0; drawEntries(); });
  $("copy-code").addEventListener("click", async () => {
    if (!await copyText($("code").textContent)) return;
    $("copy-code").textContent = text("copied");
    setTimeout(() => { $("copy-code").textContent = text("copy"); }, 1500);
  });
  const tabs = ["server", "ios", "web"];
  for (const name of tabs) {
    $(`tab-${name}`).addEventListener("click", () => { state.tab = name; drawCode(); });
    $(`tab-${name}`).addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const to = event.key === "Home" ? 0 : event.key === "End" ? 2 : move && (tabs.indexOf(name) + move + 3) % 3;
      if (to === undefined) return;
      event.preventDefault();
      state.tab = tabs[to];
      drawCode();
      $(`tab-${state.tab}`).focus();
    });
  }
  for (const button of $("colors").querySelectorAll("button")) {
    if (button.dataset.value) button.style.background = button.dataset.value;
  }
}

async function start() {
  state.facts = await ask("/shop/facts");
  const asked = new URLSearchParams(location.search).get("lang");
  state.page = [asked, state.facts.language].find((tag) => ["en", "fr"].includes(tag)) ?? "en";
  state.language = state.page;
  listen();
  listenYuno();
  const way = new URLSearchParams(location.search).get("way");
  if (ways.includes(way)) state.way = way;
  drawAll();
  await requote();
  follow();
  if (state.way !== "wajub") await chooseWay(state.way);
}

document.addEventListener("DOMContentLoaded", () => start().catch(() => complain("The shop does not answer.")));
