/** The balances in the page's head, which count up to a gain. */
import { prefersReducedMotion } from "./celebrate.js";
import { $ } from "./elements.js";
import { figures } from "./words.js";

const COUNT_MS = 900;
/** Nobody reads faster, and each step lays the head out again. */
const STEP_MS = 50;
const shown = new Map();

/** Shows the balances of an answer. Returns the answer. */
export function showBalances(answer) {
  if (answer.balances === undefined) return answer;
  const { free_spins, missiles, salutes } = answer.balances;
  showBalance("balance-salutes", salutes);
  showBalance("balance-missiles", missiles);
  showBalance("balance-free-spins", free_spins);
  return answer;
}

function showBalance(id, value) {
  const before = shown.get(id);
  if (before === value) return;
  shown.set(id, value);
  $(id).classList.remove("gained");
  if (before === undefined || before > value || prefersReducedMotion()) write(id, value);
  else countUp(id, before, value);
}

function write(id, value) {
  $(id).textContent = figures.format(value);
}

/** Ends at the value that is current by then, as another answer may come in between. */
function countUp(id, from, to) {
  const isWhole = Number.isInteger(from) && Number.isInteger(to);
  const start = performance.now();
  $(id).classList.add("gained");
  const step = () => {
    if (shown.get(id) !== to) return;
    const share = Math.min(1, (performance.now() - start) / COUNT_MS);
    const value = from + (to - from) * (1 - (1 - share) ** 3);
    write(id, share === 1 ? to : isWhole ? Math.floor(value) : value);
    if (share < 1) setTimeout(step, STEP_MS);
    else $(id).classList.remove("gained");
  };
  step();
}
