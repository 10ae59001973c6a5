/** The grid: its cells, and a round of it. */
import { resultFeedback, tapFeedback } from "/miniapp/bridge.js";
import { celebrate } from "./celebrate.js";
import { $, html, svg } from "./elements.js";
import { noteFairness, seedParameter } from "./fairness.js";
import { showLesson } from "./grid-lesson.js";
import { announce } from "./messages.js";
import { announceFinished } from "./mission-events.js";
import { act, ask } from "./requests.js";
import { returnText } from "./returns.js";
import { figures, rewardText, say } from "./words.js";

/** The rules of the grid that is open to the player, null if none is. */
let gridRules = null;
/** The last round that was seen, null before the first. */
let round = null;
let missiles = 0;

export function forgetGridRound() {
  round = null;
}

const GIVE_UP = say("give_up");
const CONFIRM = say("give_up_confirm");
const CONTENT = { empty: say("cell_empty"), target: say("cell_target"), mine: say("cell_mine") };
const MARKS = {
  target:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 3.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",
  mine: "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm0-4v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2m0-14-2 2M7 17l-2 2",
  empty: "M8 12h8",
};

export function showGrid(status) {
  const { can_play, fairness, next_round, rules } = status;
  missiles = status.missile_balance;
  noteFairness(fairness);
  gridRules = next_round?.rules ?? null;
  round = status.round ?? ended(round);
  $("grid-rules").textContent =
    gridRules === null ? say("grid_closed") : `${rulesText(gridRules)} ${returnText("recon-grid")}`;
  const isActive = round?.state === "active";
  $("start").hidden = isActive;
  $("start").disabled = !can_play || missiles === 0;
  $("abandon").hidden = !isActive;
  $("abandon").textContent = GIVE_UP;
  $("missile-note").textContent = startNote(status, isActive);
  $("buy").hidden = rules === null;
  if (rules !== null) {
    $("quantity").max = String(rules.max_missiles_per_purchase);
    $("buy").querySelector("button").textContent = say("buy_at", { price: rules.missile_price });
  }
  drawCells();
}

/** Why no round can be started or gone on with; empty if it can, or if no grid is open. */
function startNote({ can_play, reason, rules }, isActive) {
  if (!isActive && reason === "paused") return say("grid_paused");
  if (reason === null && !can_play) return say("error_state_conflict_suspended");
  if (missiles > 0 || rules === null) return "";
  return isActive ? say("buy_missiles_to_go_on") : say("buy_missiles_to_start");
}

function rulesText({ clear_bonus, mines, reward_per_target, targets, tiles }) {
  return say("grid_rules", {
    targets: say("grid_targets", { count: targets }),
    mines: say("grid_mines", { count: mines }),
    cells: say("grid_cells_under", { count: tiles }),
    reward: rewardText({ kind: "salutes", amount: reward_per_target }),
    bonus: figures.format(clear_bonus),
  });
}

/** A round that was active and is so no longer: the server names active ones only. */
function ended(last) {
  return last?.state === "active" ? { ...last, state: "expired" } : last;
}

function drawCells() {
  const tiles = round?.tiles ?? gridRules?.tiles ?? 0;
  const width = Math.ceil(Math.sqrt(tiles));
  const board = $("cells");
  board.style.setProperty("--width", String(width));
  const shown = new Map((round?.revealed ?? []).map(({ cell, content }) => [cell, content]));
  const focused = Number(document.activeElement?.dataset?.cell ?? Number.NaN);
  const tabStop = Number.isNaN(focused) ? 0 : focused;
  const cells = Array.from({ length: tiles }, (_, cell) => cellButton(cell, { shown, width, tabStop }));
  if (board.children.length === tiles) replaceChanged(board, cells);
  else board.replaceChildren(...cells);
  if (!Number.isNaN(focused) && document.activeElement !== board.children[focused])
    board.children[focused]?.focus();
  const earned = rewardText({ kind: "salutes", amount: round?.earned ?? 0 });
  const words = {
    active: say("round_active", { found: round?.found ?? 0, earned }),
    cleared: say("round_cleared", { earned }),
    hit: say("round_hit", { earned }),
    abandoned: say("round_abandoned", { earned }),
    expired: say("round_expired"),
  };
  $("grid-note").textContent = words[round?.state] ?? "";
  $("grid-odds").textContent = gridRules === null && round === null ? "" : oddsText();
  showLesson(round, missiles);
}

/** Leaves cells that look as before, so that a tap lays out one cell and not the whole board. */
function replaceChanged(board, cells) {
  cells.forEach((cell, index) => {
    const before = board.children[index];
    if (!before.isEqualNode(cell)) before.replaceWith(cell);
  });
}

/** The chances of the next cell. */
function oddsText() {
  const isActive = round?.state === "active";
  const { mines, targets, tiles } = isActive ? round.rules : (gridRules ?? round.rules);
  const left = isActive ? tiles - round.revealed.length : tiles;
  const pct = (count) => Math.round((count / left) * 1_000) / 10;
  return say("grid_chance", { target: pct(targets - (isActive ? round.found : 0)), mine: pct(mines) });
}

function cellButton(cell, { shown, width, tabStop }) {
  const content = shown.get(cell) ?? round?.layout?.[cell];
  const isOpen = shown.has(cell);
  const isActive = round?.state === "active";
  const shownContent = isOpen
    ? CONTENT[content]
    : say("cell_not_revealed", { content: CONTENT[content] ?? "" });
  const label = say("cell", {
    row: Math.floor(cell / width) + 1,
    column: (cell % width) + 1,
    content: content === undefined ? say("cell_hidden") : shownContent,
  });
  const button = html("button", {
    type: "button",
    "data-cell": cell,
    tabindex: cell === tabStop ? 0 : -1,
    "aria-label": label,
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
export function moveFocus(event) {
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

export async function reveal(cell) {
  if (round?.state !== "active" || round.revealed.some((each) => each.cell === cell)) return;
  tapFeedback("light");
  const answer = await act("games/recon-grid/reveal", { round_id: round.id, cell });
  round = answer.round;
  missiles = answer.missile_balance;
  drawCells();
  if (answer.content === "target") celebrate(round.state === "cleared" ? 1 : 0);
  if (answer.content === "mine") resultFeedback("error");
  announce(
    { empty: say("revealed_empty"), target: say("revealed_target"), mine: say("revealed_mine") }[
      answer.content
    ],
  );
  if (round.state !== "active" || answer.missile_balance === 0)
    showGrid(await ask("games/recon-grid/status"));
  if (answer.content !== "empty") await announceFinished();
}

export async function startRound() {
  announce("");
  ({ round } = await act("games/recon-grid/start", seedParameter()));
  showGrid(await ask("games/recon-grid/status"));
  $("cells").firstElementChild?.focus();
  announce(say("round_started"));
}

/** Gives the round up at the second tap. */
export async function abandonRound() {
  if ($("abandon").textContent !== CONFIRM) {
    $("abandon").textContent = CONFIRM;
    return;
  }
  ({ round } = await act("games/recon-grid/abandon", { round_id: round.id }));
  showGrid(await ask("games/recon-grid/status"));
  announce(say("round_given_up"));
}

export async function buyMissiles() {
  const quantity = Number($("quantity").value);
  const { purchase } = await act("games/recon-grid/purchase", { quantity });
  showGrid(await ask("games/recon-grid/status"));
  announce(say("bought", { missiles: rewardText({ kind: "missiles", amount: purchase.quantity }) }));
}
