/** The mini-app: signs the player in and joins the page's elements to what they do. */
import { initData, isInTelegram, languageCode, openLink, ready } from "/miniapp/bridge.js";
import "./theme.js";
import { runAction, runIfIdle, runStart, watchConnection } from "./actions.js";
import { watchSound } from "./celebrate.js";
import { $ } from "./elements.js";
import { forgetRounds, loadRounds, rotate, useSeed } from "./fairness.js";
import { copy, share } from "./friends.js";
import { abandonRound, buyMissiles, forgetGridRound, moveFocus, reveal, startRound } from "./grid.js";
import { skipLesson } from "./grid-lesson.js";
import { setLimit } from "./limit.js";
import { announce } from "./messages.js";
import { countVisit, forgetMissions } from "./mission-events.js";
import { redeem } from "./missions.js";
import { openSession } from "./requests.js";
import { loadReturns } from "./returns.js";
import { buyItem, showTotal } from "./shop.js";
import { isView, openView, prepare, START_VIEW, show } from "./views.js";
import { getChallenge, greetReturn, openWallet, prove, showWallets } from "./wallet.js";
import { forgetWheel, spin } from "./wheel.js";
import { openIn, say, wantedLocale } from "./words.js";

/** Starts a session with Telegram's init data or as a demo player. */
async function signIn(player) {
  const wanted = location.hash.slice(1);
  const view = isView(wanted) ? wanted : START_VIEW;
  for (const section of document.querySelectorAll("main > section")) delete section.dataset.loaded;
  prepare(view);
  forgetGridRound();
  forgetRounds();
  forgetWheel();
  forgetMissions();
  const { wallets } = isInTelegram
    ? await openSession("init/verify", { init_data: initData })
    : await openSession("demo/session", { player });
  showWallets(wallets);
  await loadReturns();
  for (const button of document.querySelectorAll("[data-demo-player]"))
    button.setAttribute("aria-pressed", String(Number(button.dataset.demoPlayer) === player));
  await show(view, false);
  await countVisit();
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
click("abandon", abandonRound);
click("rotate", rotate);
click("older", () => loadRounds());
submit("buy", buyMissiles);
submit("challenge", getChallenge);
submit("prove", prove);
submit("seed", useSeed);
submit("limit", setLimit);
submit("promo", redeem);
click("share", share);
click("copy-link", () => copy("invite-link"));
click("copy-text", () => copy("text"));
click("skip-lesson", skipLesson);
for (const item of ["missile", "spin"]) {
  submit(`shop-${item}`, buyItem);
  $(`${item}-quantity`).addEventListener("input", () => showTotal(item));
}
for (const button of document.querySelectorAll("[data-wallet]"))
  button.addEventListener("click", () => void runAction(() => openWallet(button.dataset.wallet)));
document.addEventListener("visibilitychange", () => runIfIdle(greetReturn));
$("cells").addEventListener("keydown", moveFocus);
$("cells").addEventListener("click", (event) => {
  const cell = event.target.closest("[data-cell]");
  if (cell !== null) void runAction(() => reveal(Number(cell.dataset.cell)));
});
for (const button of document.querySelectorAll("[data-view]"))
  button.addEventListener("click", () => openView(button.dataset.view));
for (const button of document.querySelectorAll("[data-demo-player]"))
  button.addEventListener("click", () => void runStart(() => signIn(Number(button.dataset.demoPlayer))));

$("recompute").addEventListener("click", (event) => {
  event.preventDefault();
  openLink(event.currentTarget.href);
});
for (const link of document.querySelectorAll(".languages a"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openIn(link.lang);
  });

watchConnection();
watchSound();
ready();
const wanted = wantedLocale(languageCode);
if (wanted !== null) openIn(wanted);
else if (isInTelegram || document.body.dataset.demo === "1") void runStart(() => signIn(1));
else {
  void show(START_VIEW, false).catch(() => {});
  announce(say("open_from_telegram"));
}
