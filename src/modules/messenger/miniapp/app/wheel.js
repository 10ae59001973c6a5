/** The wheel: its drawing, its odds and a spin. */
import { resultFeedback, tapFeedback } from "/miniapp/bridge.js";
import { announce } from "./actions.js";
import { $, figures, html, rewardText, svg, timeUntil } from "./elements.js";
import { notePlayed, seedParameter } from "./fairness.js";
import { act, ask } from "./requests.js";

const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** The wheel's rotation in degrees. */
let angle = 0;

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
  $("wheel").style.transform = `rotate(${angle}deg)`;
}

export function showWheel(status) {
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
  const from = angle;
  const spare = (((360 - middle - from) % 360) + 360) % 360;
  angle = from + 360 * 4 + spare;
  drawWheel(segments);
  if (prefersReducedMotion.matches) return;
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${angle}deg)` }];
  await $("wheel").animate(frames, { duration: 3_600, easing: "cubic-bezier(0.12, 0.7, 0.1, 1)" }).finished;
}

export async function spin() {
  announce("");
  tapFeedback("medium");
  const { round } = await act("games/spin-wheel/play", seedParameter());
  notePlayed(round.id);
  await spinTo(round.segments, round.segment_index);
  resultFeedback(round.reward.kind === "nothing" ? "warning" : "success");
  announce(round.reward.kind === "nothing" ? "Nothing this time." : `You won ${rewardText(round.reward)}.`);
  showWheel(await ask("games/spin-wheel/status"));
}
