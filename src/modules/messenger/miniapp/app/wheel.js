/** The wheel: its drawing, its odds and a spin. */
import { resultFeedback, tapFeedback } from "/miniapp/bridge.js";
import { showBalances } from "./balances.js";
import { celebrate, prefersReducedMotion } from "./celebrate.js";
import { $, html, svg } from "./elements.js";
import { noteFairness, seedParameter } from "./fairness.js";
import { announce } from "./messages.js";
import { announceFinished } from "./mission-events.js";
import { act, ask } from "./requests.js";
import { returnText } from "./returns.js";
import { figures, rewardText, say, segmentText, timeUntil } from "./words.js";

/** The wheel's rotation in degrees; null until a spin is shown. */
let angle = null;
/** The segments that are drawn; null before the first. */
let drawn = null;

/** Before another player's spins are shown. */
export function forgetWheel() {
  angle = null;
}

function point(turn, radius) {
  const radians = turn * 2 * Math.PI - Math.PI / 2;
  return `${(Math.cos(radians) * radius).toFixed(3)} ${(Math.sin(radians) * radius).toFixed(3)}`;
}

/** Turns the wheel, and draws it where it has other segments than before: a new drawing costs the spin its first frames. */
function showSegments(segments) {
  if (!isSame(drawn, segments)) drawWheel(segments);
  drawn = segments;
  $("wheel").style.transform = `rotate(${angle ?? 0}deg)`;
}

function drawWheel(segments) {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  let start = 0;
  const slices = segments.map((segment, index) => {
    const share = segment.weight / total;
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
      segmentText(segment),
    );
    start = end;
    return share < 0.035 ? [shape] : [shape, text];
  });
  $("wheel").replaceChildren(
    svg("circle", { r: 98, class: "rim" }),
    ...slices.flat(),
    svg("circle", { r: 16, class: "hub" }),
  );
  $("odds").tBodies[0].replaceChildren(
    ...segments.map((segment) =>
      html(
        "tr",
        {},
        html("td", {}, segmentText(segment)),
        html("td", { class: "number" }, `${figures.format(segment.probability_pct)} %`),
      ),
    ),
  );
}

export function showWheel(status) {
  const { campaign, can_play, fairness, last_round, next_free_at, reason } = status;
  noteFairness(fairness);
  $("last-spin").textContent =
    last_round === null ? "" : say("last_spin", { reward: rewardText(last_round.reward) });
  const button = $("spin");
  button.disabled = !can_play;
  if (campaign === null) {
    $("return").textContent = "";
    $("wheel").replaceChildren();
    $("odds").tBodies[0].replaceChildren();
    drawn = null;
    button.textContent = say("spin");
    $("spin-note").textContent = say(reason === "paused" ? "wheel_paused" : "wheel_closed");
    return;
  }
  const isFree = next_free_at !== null && Date.parse(next_free_at) <= Date.now() + 1_000;
  const usesFreeSpin = !isFree && status.free_spin_balance > 0;
  const { segments } = (usesFreeSpin ? status.free_spin : null) ?? campaign;
  if (angle === null && last_round !== null && isSame(last_round.segments, segments))
    angle = angleOf(segments, last_round.segment_index);
  showSegments(segments);
  $("return").textContent = `${chanceText(segments)} ${returnText("spin-wheel")}`;
  $("wheel").setAttribute(
    "aria-label",
    say("wheel_label", { title: campaign.title, count: segments.length }),
  );
  button.textContent = isFree
    ? say("spin_free")
    : usesFreeSpin
      ? say("spin_with_free_spin")
      : campaign.cost === 0
        ? say("spin")
        : say("spin_for", { price: rewardText({ kind: "salutes", amount: campaign.cost }) });
  const notes = {
    paused: say("wheel_paused"),
    cooldown:
      next_free_at === null
        ? say("next_free_spin_soon")
        : say("next_free_spin", { when: timeUntil(next_free_at) }),
    insufficient_balance: say("too_few_salutes"),
    limit_reached: say("own_limit_reached"),
  };
  $("spin-note").textContent =
    notes[reason] ??
    (can_play ? null : say("error_state_conflict_suspended")) ??
    (isFree || next_free_at === null ? "" : say("free_again", { when: timeUntil(next_free_at) }));
}

function chanceText(segments) {
  const winning = segments.filter(({ reward }) => reward.kind !== "nothing");
  return say("wheel_chance", { pct: winning.reduce((sum, { probability_pct }) => sum + probability_pct, 0) });
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The rotation in degrees, from 0 to 360, that puts the middle of a segment under the pointer. */
function angleOf(segments, index) {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  const before = segments.slice(0, index).reduce((sum, { weight }) => sum + weight, 0);
  return 360 - ((before + segments[index].weight / 2) / total) * 360;
}

/** Spins the wheel to a segment. Rotates the whole SVG, because changes inside it are repainted in every frame. */
async function spinTo(segments, index) {
  const from = angle ?? 0;
  const spare = (((angleOf(segments, index) - from) % 360) + 360) % 360;
  angle = from + 360 * 4 + spare;
  showSegments(segments);
  if (prefersReducedMotion()) return;
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${angle}deg)` }];
  await $("wheel").animate(frames, { duration: 3_600, easing: "cubic-bezier(0.12, 0.7, 0.1, 1)" }).finished;
}

/** From 0 for a segment that comes every time, to 1. */
const rarityOf = ({ segment_index, segments }) => 1 - segments[segment_index].probability_pct / 100;

export async function spin() {
  announce("");
  tapFeedback("medium");
  const answer = await act("games/spin-wheel/play", seedParameter(), { isQuiet: true });
  const { round } = answer;
  await spinTo(round.segments, round.segment_index);
  showBalances(answer);
  const { reward } = round;
  if (reward.kind === "nothing") resultFeedback("warning");
  else celebrate(rarityOf(round));
  announce(reward.kind === "nothing" ? say("won_nothing") : say("won", { reward: rewardText(reward) }));
  showWheel(await ask("games/spin-wheel/status"));
  await announceFinished();
}
