// The mini-app. The session token is only in memory; nothing is stored on the device.
import { backButton, initData, isInTelegram, ready, resultFeedback, tapFeedback } from "/miniapp/bridge.js";
import { verifyRound } from "/miniapp/draws.js";

const $ = (id) => document.getElementById(id);
const state = {
  token: null,
  wheel: null,
  grid: null,
  round: null,
  played: [],
  angle: 0,
  busy: false,
  /** Navigation that waits for the end of an action. */
  nextView: null,
};
const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const figures = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

// Requests

class RequestError extends Error {
  constructor(answer) {
    super(answer.message ?? "The server did not answer.");
    this.code = answer.error;
    this.answer = answer;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls an operation. Retries network errors and 5xx answers with the same body and idempotency key. */
async function call(method, path, body) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`/api/messenger/${path}`, {
        method,
        credentials: "omit",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(state.token === null ? {} : { authorization: `Bearer ${state.token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      if (response.ok) return showBalances(answer);
      if (response.status < 500 || attempt === 4) throw new RequestError(answer);
    } catch (error) {
      if (error instanceof RequestError || attempt === 4) throw error;
    }
    await pause(300 * 2 ** attempt);
  }
}

const read = (path) => call("GET", path);
const ask = (path, body = {}) => call("POST", path, body);
const act = (path, body = {}) => call("POST", path, { idempotency_key: crypto.randomUUID(), ...body });

function showBalances(answer) {
  if (answer.balances !== undefined) {
    const { free_spins, missiles, salutes } = answer.balances;
    $("balance-salutes").textContent = figures.format(salutes);
    $("balance-missiles").textContent = figures.format(missiles);
    $("balance-free-spins").textContent = figures.format(free_spins);
  }
  return answer;
}

function announce(words) {
  $("message").textContent = words;
}

/**
 * Runs one action at a time and announces its error. Meanwhile others are ignored, so that a second tap plays no second
 * round; of navigation the last one waits.
 */
async function runAction(work, isNavigation = false) {
  if (state.busy) {
    if (isNavigation) state.nextView = work;
    return;
  }
  state.busy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    resultFeedback("error");
    announce(error.message);
  } finally {
    state.busy = false;
    document.body.removeAttribute("aria-busy");
  }
  const next = state.nextView;
  state.nextView = null;
  if (next !== null) await runAction(next, true);
}

// Elements

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function timeUntil(iso) {
  const minutes = Math.ceil((Date.parse(iso) - Date.now()) / 60_000);
  if (minutes <= 60) return `in ${Math.max(1, minutes)} min`;
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const REWARD_NOUNS = { salutes: "salutes", missiles: "missiles", free_spins: "free spins" };

function rewardText({ amount, kind }) {
  if (kind === "nothing") return "nothing";
  const noun = amount === 1 ? REWARD_NOUNS[kind].replace(/s$/, "") : REWARD_NOUNS[kind];
  return `${figures.format(amount)} ${noun}`;
}

// The wheel

function point(turn, radius) {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return `${(Math.cos(angle) * radius).toFixed(3)} ${(Math.sin(angle) * radius).toFixed(3)}`;
}

function drawWheel(segments) {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  let start = 0;
  const slices = segments.map(({ label, weight }, index) => {
    const share = weight / total;
    const end = start + share;
    const large = share > 0.5 ? 1 : 0;
    const shape =
      share === 1
        ? svg("circle", { r: 94 })
        : svg("path", { d: `M0 0L${point(start, 94)}A94 94 0 ${large} 1 ${point(end, 94)}Z` });
    shape.setAttribute("class", `slice slice-${index % 8}`);
    const middle = (start + end) / 2;
    const isLeft = middle > 0.5;
    const turn = middle * 360 - 90 + (isLeft ? 180 : 0);
    const text = svg(
      "text",
      {
        class: "slice-label",
        transform: `rotate(${turn}) translate(${isLeft ? -88 : 88} 0)`,
        "text-anchor": isLeft ? "start" : "end",
        "dominant-baseline": "central",
      },
      label,
    );
    start = end;
    return share < 0.035 ? [shape] : [shape, text];
  });
  $("wheel").replaceChildren(
    svg("circle", { r: 98, class: "rim" }),
    ...slices.flat(),
    svg("circle", { r: 16, class: "hub" }),
  );
  $("wheel").style.transform = `rotate(${state.angle}deg)`;
}

function showWheel(status) {
  state.wheel = status;
  const { campaign, can_play, next_free_at, reason } = status;
  const button = $("spin");
  button.disabled = !can_play;
  if (campaign === null) {
    $("wheel").replaceChildren();
    $("odds").tBodies[0].replaceChildren();
    button.textContent = "Spin";
    $("spin-note").textContent =
      reason === "paused" ? "The wheel is paused." : "No wheel is open to you now.";
    return;
  }
  drawWheel(campaign.segments);
  $("wheel").setAttribute("aria-label", `${campaign.title}, ${campaign.segments.length} segments`);
  $("odds").tBodies[0].replaceChildren(
    ...campaign.segments.map(({ label, probability_pct }) =>
      html(
        "tr",
        {},
        html("td", {}, label),
        html("td", { class: "number" }, `${figures.format(probability_pct)} %`),
      ),
    ),
  );
  const isFree = next_free_at !== null && Date.parse(next_free_at) <= Date.now() + 1_000;
  button.textContent = isFree
    ? "Spin for free"
    : status.free_spin_balance > 0
      ? "Use a free spin"
      : campaign.cost === 0
        ? "Spin"
        : `Spin for ${rewardText({ kind: "salutes", amount: campaign.cost })}`;
  const notes = {
    paused: "The wheel is paused.",
    cooldown: `Your next free spin is available ${next_free_at === null ? "soon" : timeUntil(next_free_at)}.`,
    insufficient_balance: "You need more salutes to spin.",
  };
  $("spin-note").textContent =
    notes[reason] ?? (isFree || next_free_at === null ? "" : `Free again ${timeUntil(next_free_at)}.`);
}

/** Spins the wheel to a segment. Rotates the whole SVG, because changes inside it are repainted in every frame. */
async function spinTo(segments, index) {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  const before = segments.slice(0, index).reduce((sum, { weight }) => sum + weight, 0);
  const middle = ((before + segments[index].weight / 2) / total) * 360;
  const from = state.angle;
  const spare = (((360 - middle - from) % 360) + 360) % 360;
  state.angle = from + 360 * 4 + spare;
  drawWheel(segments);
  if (prefersReducedMotion.matches) return;
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${state.angle}deg)` }];
  await $("wheel").animate(frames, { duration: 3_600, easing: "cubic-bezier(0.12, 0.7, 0.1, 1)" }).finished;
}

async function spin() {
  announce("");
  tapFeedback("medium");
  const { round } = await act("games/spin-wheel/play", seedParameter());
  state.played.push(round.id);
  await spinTo(round.segments, round.segment_index);
  resultFeedback(round.reward.kind === "nothing" ? "warning" : "success");
  announce(round.reward.kind === "nothing" ? "Nothing this time." : `You won ${rewardText(round.reward)}.`);
  showWheel(await ask("games/spin-wheel/status"));
}

// The grid

const CONTENT = { empty: "empty", target: "target found", mine: "mine" };
const MARKS = {
  target:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 3.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",
  mine: "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm0-4v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2m0-14-2 2M7 17l-2 2",
  empty: "M8 12h8",
};

function showGrid(status) {
  state.grid = status;
  const { reason, rules } = status;
  if (status.round !== null) state.round = status.round;
  $("grid-rules").textContent =
    rules === null
      ? "No grid is open to you now."
      : `${rules.targets} targets and ${rules.mines} mines under ${rules.tiles} cells. A target pays ${rewardText({ kind: "salutes", amount: rules.reward_per_target })}, all of them ${figures.format(rules.clear_bonus)} more. A mine ends the round.`;
  $("start").hidden = state.round?.state === "active";
  $("start").disabled = reason !== null;
  $("buy").hidden = rules === null;
  if (rules !== null) {
    $("quantity").max = String(rules.max_missiles_per_purchase);
    $("buy").querySelector("button").textContent = `Buy at ${figures.format(rules.missile_price)} each`;
  }
  drawCells(rules);
}

function drawCells(rules) {
  const { round } = state;
  const tiles = round?.tiles ?? rules?.tiles ?? 0;
  const width = Math.ceil(Math.sqrt(tiles));
  const board = $("cells");
  board.style.setProperty("--width", String(width));
  const shown = new Map((round?.revealed ?? []).map(({ cell, content }) => [cell, content]));
  const focused = Number(document.activeElement?.dataset?.cell ?? Number.NaN);
  const cells = Array.from({ length: tiles }, (_, cell) => cellButton(cell, shown, width));
  board.replaceChildren(...cells);
  const current = cells[Number.isNaN(focused) ? 0 : focused];
  if (current !== undefined) current.tabIndex = 0;
  if (!Number.isNaN(focused)) current?.focus();
  const words = {
    active: `${round?.found ?? 0} found, ${figures.format(round?.earned ?? 0)} salutes earned.`,
    cleared: `Cleared: ${figures.format(round?.earned ?? 0)} salutes earned.`,
    hit: `A mine ended the round. ${figures.format(round?.earned ?? 0)} salutes remain yours.`,
    expired: "The round has expired.",
  };
  $("grid-note").textContent = words[round?.state] ?? "";
}

function cellButton(cell, shown, width) {
  const content = shown.get(cell) ?? state.round?.layout?.[cell];
  const isOpen = shown.has(cell);
  const isActive = state.round?.state === "active";
  const where = `Row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
  const label = content === undefined ? "hidden" : `${CONTENT[content]}${isOpen ? "" : ", not revealed"}`;
  const button = html("button", {
    type: "button",
    "data-cell": cell,
    tabindex: -1,
    "aria-label": `${where}: ${label}`,
  });
  if (content !== undefined) {
    button.dataset.content = content;
    button.append(
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: MARKS[content] })),
    );
  }
  if (isOpen) button.classList.add("open");
  if (!isActive || isOpen) button.setAttribute("aria-disabled", "true");
  return button;
}

/** Moves the focus between cells by arrow keys; the Tab key stops at one cell only. */
function moveFocus(event) {
  const width = Number($("cells").style.getPropertyValue("--width"));
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width };
  const step = steps[event.key];
  const from = Number(event.target.dataset?.cell ?? Number.NaN);
  if (step === undefined || Number.isNaN(from)) return;
  event.preventDefault();
  const next = $("cells").children[from + step];
  if (next === undefined) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

async function reveal(cell) {
  const { round } = state;
  if (round?.state !== "active" || round.revealed.some((each) => each.cell === cell)) return;
  tapFeedback("light");
  const answer = await act("games/recon-grid/reveal", { round_id: round.id, cell });
  state.round = answer.round;
  drawCells(state.grid?.rules ?? null);
  if (answer.content === "target") resultFeedback("success");
  if (answer.content === "mine") resultFeedback("error");
  announce({ empty: "Empty.", target: "Target found.", mine: "A mine." }[answer.content]);
  if (answer.round.state !== "active") showGrid(await ask("games/recon-grid/status"));
}

async function startRound() {
  announce("");
  const { round } = await act("games/recon-grid/start", seedParameter());
  state.round = round;
  state.played.push(round.id);
  showGrid(await ask("games/recon-grid/status"));
  $("cells").firstElementChild?.focus();
  announce("The round has started.");
}

async function buyMissiles() {
  const quantity = Number($("quantity").value);
  const { purchase } = await act("games/recon-grid/purchase", { quantity });
  announce(`You bought ${rewardText({ kind: "missiles", amount: purchase.quantity })}.`);
}

// Missions

/** Descriptions of goals by kind, singular and plural. */
const GOALS = {
  spins: ["Spin the wheel once", "Spin the wheel {n} times"],
  grid_targets: ["Find a target on the grid", "Find {n} targets on the grid"],
  grid_cleared: ["Clear the grid once", "Clear the grid {n} times"],
  salutes_earned: ["Earn a salute", "Earn {n} salutes"],
  streak_days: ["Play on one day", "Play on {n} days in a row"],
  promo_claimed: ["Redeem a promo code", "Redeem {n} promo codes"],
  wallet_verified: ["Verify a wallet", "Verify {n} wallets"],
  referrals: ["Bring a friend who finishes a mission", "Bring {n} friends who finish a mission each"],
  open_app: ["Open the app", "Open the app {n} times"],
  share_link: ["Share a link", "Share {n} links"],
  visit: ["Visit once", "Visit {n} times"],
};

function goalText({ kind, target }) {
  const [one, several] = GOALS[kind] ?? ["", ""];
  return target === 1 ? one : several.replace("{n}", figures.format(target));
}

function missionItem({ description, goal, mission_key, progress, reward, title }, isOpen) {
  const item = html("li", {}, html("h3", {}, title));
  if (description) item.append(html("p", {}, description));
  item.append(html("p", { class: "hint" }, `${goalText(goal)}. Reward: ${rewardText(reward)}.`));
  if (isOpen) {
    const button = html("button", { type: "button", class: "primary" }, "Enroll");
    button.setAttribute("aria-label", `Enroll in ${title}`);
    button.addEventListener("click", () =>
      runAction(async () => {
        await ask("missions/enroll", { mission_key });
        tapFeedback("medium");
        announce(`You are enrolled in ${title}.`);
        await showMissions();
      }),
    );
    item.append(button);
  } else if (progress) {
    const value = progress.value ?? 0;
    const target = progress.target ?? goal.target;
    const bar = html("progress", { max: target, value, "aria-label": `Progress of ${title}` });
    item.append(bar, html("p", { class: "hint" }, `${figures.format(value)} of ${figures.format(target)}`));
  }
  return item;
}

const MAX_COMPLETED = 10;

async function showMissions() {
  const [own, open, past] = await Promise.all(
    ["list", "catalog", "history"].map((list) => ask(`missions/${list}`)),
  );
  const taken = new Set(own.missions.map(({ mission_key }) => mission_key));
  const items = [
    ...own.missions.map((mission) => missionItem(mission, false)),
    ...open.missions
      .filter(({ mission_key }) => !taken.has(mission_key))
      .map((mission) => missionItem(mission, true)),
  ];
  $("mission-list").replaceChildren(
    ...(items.length === 0 ? [html("li", {}, "No mission is open now. New missions appear here.")] : items),
  );
  const done = past.missions.slice(0, MAX_COMPLETED);
  $("missions-done").hidden = done.length === 0;
  $("mission-history").replaceChildren(
    ...done.map(({ completed_at, reward, title }) => {
      const item = html("li", {}, html("h3", {}, title));
      const at = when.format(new Date(completed_at));
      item.append(html("p", { class: "hint" }, `Finished ${at}: ${rewardText(reward)}.`));
      return item;
    }),
  );
}

// Leaders

async function showLeaders() {
  const { entries, window: week, you } = await read("engagement/leaderboard-preview?limit=10");
  const row = ({ is_you, name, rank, score }) => {
    const item = html("li", { value: rank }, html("span", {}, is_you ? `${name} (you)` : name));
    item.append(html("b", {}, figures.format(score)));
    if (is_you) item.setAttribute("aria-current", "true");
    return item;
  };
  const around = you === null ? [] : you.neighbours.filter(({ rank }) => rank > entries.length);
  $("leader-list").replaceChildren(...[...entries, ...around].map(row));
  $("leader-note").textContent =
    you === null
      ? "Earn salutes in the games to appear here."
      : `You are number ${you.rank}. The week ends ${when.format(new Date(week.to))}.`;
}

// Wallet

let challenge = null;

function showWallets(wallets) {
  $("wallet-list").replaceChildren(
    ...(wallets.length === 0
      ? [html("li", {}, "No wallet is linked yet.")]
      : wallets.map(({ verified, wallet_address }) =>
          html("li", {}, html("code", {}, wallet_address), verified === 1 ? " verified" : " not verified"),
        )),
  );
}

async function getChallenge(form) {
  challenge = await ask("wallet-proof/challenge", { wallet_address: form.elements.address.value.trim() });
  $("text").value = challenge.text;
  $("prove").hidden = false;
  $("text").focus();
  announce("Sign the text with your wallet within five minutes.");
}

async function prove(form) {
  const claimCode = form.elements.claim_code.value.trim();
  const { claim, wallets } = await act("wallet-claim/verify", {
    challenge_id: challenge.challenge_id,
    signature: form.elements.signature.value.trim(),
    ...(claimCode === "" ? {} : { claim_code: claimCode }),
  });
  showWallets(wallets);
  $("prove").hidden = true;
  form.reset();
  resultFeedback("success");
  announce(
    claim === null ? "Your wallet is linked." : `Your wallet is linked, and the claim is ${claim.status}.`,
  );
}

// Fairness

/** The client seed of every round: random until the player enters one. */
const ownSeed = {
  value: [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(""),
};
const seedParameter = () => ({ client_seed: ownSeed.value });

function showFairness({ fairness }) {
  const facts =
    fairness === null
      ? []
      : [
          ["Commitment", fairness.server_seed_hash],
          ["Next round number", String(fairness.nonce)],
          [
            "In the signed log",
            fairness.inclusion === null
              ? "after the end of the UTC day"
              : `entry ${fairness.inclusion.log_index}`,
          ],
        ];
  $("commitment").replaceChildren(
    ...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, html("code", {}, value))]),
  );
  $("client-seed").value = ownSeed.value;
}

async function rotate() {
  const answer = await act("games/fairness/rotate");
  showFairness(answer);
  const rounds = await Promise.all(
    state.played.slice(-10).map(async (id) => (await read(`games/rounds/${id}`)).round),
  );
  const verdicts = await Promise.all(rounds.map(verifyRound));
  $("checked").replaceChildren(
    html("li", {}, "Revealed: ", html("code", {}, answer.revealed.server_seed)),
    ...verdicts.map(({ detail, ok }, index) => {
      const item = html("li", {}, html("strong", {}, ok ? "Fair" : "Mismatch"));
      item.dataset.ok = String(ok);
      item.append(` ${rounds[index].game_key} round ${rounds[index].id}. ${detail}`);
      return item;
    }),
  );
  const fair = verdicts.filter(({ ok }) => ok).length;
  announce(
    verdicts.length === 0
      ? "The secret seed is revealed."
      : `${fair} of ${verdicts.length} rounds match their seeds.`,
  );
}

// Views

const LOADERS = {
  "spin-wheel": async () => showWheel(await ask("games/spin-wheel/status")),
  "recon-grid": async () => showGrid(await ask("games/recon-grid/status")),
  missions: showMissions,
  leaders: showLeaders,
  wallet: async () => {},
  fairness: async () => showFairness(await read("games/fairness")),
};
const START_VIEW = "spin-wheel";

async function show(view, isMoved = true) {
  for (const section of document.querySelectorAll("main > section"))
    section.hidden = section.id !== `view-${view}`;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === view) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  backButton(view === START_VIEW ? null : () => show(START_VIEW));
  if (isMoved) $(`title-${view}`).focus({ preventScroll: true });
  window.scrollTo(0, 0);
  await LOADERS[view]();
}

/** Starts a session with Telegram's init data or as a demo player. */
async function signIn(player) {
  state.token = null;
  state.round = null;
  state.played = [];
  const answer = isInTelegram
    ? await ask("init/verify", { init_data: initData })
    : await ask("demo/session", { player });
  state.token = answer.session.token;
  showWallets(answer.wallets);
  for (const button of document.querySelectorAll("[data-demo-player]"))
    button.setAttribute("aria-pressed", String(Number(button.dataset.demoPlayer) === player));
  const wanted = location.hash.slice(1);
  await show(wanted in LOADERS ? wanted : START_VIEW, false);
}

function submit(id, work) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void runAction(() => work(event.target));
  });
}

function click(id, work) {
  $(id).addEventListener("click", () => void runAction(work));
}

click("spin", spin);
click("start", startRound);
click("rotate", rotate);
submit("buy", buyMissiles);
submit("challenge", getChallenge);
submit("prove", prove);
submit("seed", async (form) => {
  const value = form.elements.client_seed.value.trim();
  if (!/^[!-9;-~]{1,64}$/.test(value))
    throw new Error("Use 1 to 64 visible ASCII characters without a colon.");
  ownSeed.value = value;
  announce("Every new round uses your seed.");
});
$("cells").addEventListener("keydown", moveFocus);
$("cells").addEventListener("click", (event) => {
  const cell = event.target.closest("[data-cell]");
  if (cell !== null) void runAction(() => reveal(Number(cell.dataset.cell)));
});
for (const button of document.querySelectorAll("[data-view]"))
  button.addEventListener("click", () => void runAction(() => show(button.dataset.view), true));
for (const button of document.querySelectorAll("[data-demo-player]"))
  button.addEventListener("click", () => void runAction(() => signIn(Number(button.dataset.demoPlayer))));

ready();
if (isInTelegram || document.body.dataset.demo === "1") void runAction(() => signIn(1));
else {
  void show(START_VIEW, false).catch(() => {});
  announce("Open this app from Telegram to play.");
}
