/** The parts of the app, of which one is shown. */
import { backButton } from "/miniapp/bridge.js";
import { runAction } from "./actions.js";
import { $ } from "./elements.js";
import { showFairness } from "./fairness.js";
import { showInvitation } from "./friends.js";
import { showGrid } from "./grid.js";
import { showLeaders } from "./leaders.js";
import { showLimit } from "./limit.js";
import { showMessages } from "./messages.js";
import { showMissions } from "./missions.js";
import { ask, read } from "./requests.js";
import { showShop } from "./shop.js";
import { loadWallets } from "./wallet.js";
import { showWheel } from "./wheel.js";

const LOADERS = {
  "spin-wheel": async () => showWheel(await ask("games/spin-wheel/status")),
  "recon-grid": async () => showGrid(await ask("games/recon-grid/status")),
  missions: async () => {
    await Promise.all([showMissions(), showInvitation()]);
  },
  leaders: showLeaders,
  wallet: loadWallets,
  shop: showShop,
  fairness: async () => {
    await showFairness(await read("games/fairness"));
    await showLimit();
  },
};
export const START_VIEW = "spin-wheel";
export const isView = (name) => Object.hasOwn(LOADERS, name);

/** Shows a part without its content, which its loader brings. */
export function prepare(view) {
  showMessages(view);
  for (const section of document.querySelectorAll("main > section"))
    section.hidden = section.id !== `view-${view}`;
  for (const button of document.querySelectorAll("[data-view]")) {
    if (button.dataset.view === view) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  const section = $(`view-${view}`);
  if (section.dataset.loaded === undefined) section.setAttribute("aria-busy", "true");
  backButton(view === START_VIEW ? null : () => openView(START_VIEW));
}

export async function show(view, isMoved = true) {
  prepare(view);
  if (isMoved) $(`title-${view}`).focus({ preventScroll: true });
  window.scrollTo(0, 0);
  await LOADERS[view]();
  const section = $(`view-${view}`);
  section.dataset.loaded = "";
  section.removeAttribute("aria-busy");
}

/** Shows a part, after the action in progress. */
export function openView(view) {
  void runAction(() => show(view), true);
}
