/** Missions: those taken, those open, and those finished. */
import { resultFeedback, tapFeedback } from "/miniapp/bridge.js";
import { runAction } from "./actions.js";
import { $, html } from "./elements.js";
import { announce } from "./messages.js";
import { announceFinished, noteMissions, report, today } from "./mission-events.js";
import { act, ask, read } from "./requests.js";
import { rewardText, say, when } from "./words.js";

const goalText = ({ kind, target }) => say(`goal_${kind}`, { count: target });

function missionItem({ description, goal, mission_key, open, progress, reward, title }, isOffered) {
  const item = html("li", {}, html("h3", {}, title));
  if (description) item.append(html("p", {}, description));
  item.append(
    html("p", { class: "hint" }, say("mission_reward", { goal: goalText(goal), reward: rewardText(reward) })),
  );
  if (isOffered) {
    const button = html("button", { type: "button", class: "primary" }, say("enroll"));
    button.setAttribute("aria-label", say("enroll_in", { title }));
    button.addEventListener("click", () =>
      runAction(async () => {
        await ask("missions/enroll", { mission_key });
        tapFeedback("medium");
        announce(say("enrolled", { title }));
        await showMissions();
        if (goal.kind === "open_app") await visited();
      }),
    );
    item.append(button);
  } else if (progress) {
    const value = progress.value ?? 0;
    const target = progress.target ?? goal.target;
    const bar = html("progress", { max: target, value, "aria-label": say("progress_of", { title }) });
    item.append(bar, html("p", { class: "hint" }, say("progress", { value, target })));
    if (!open) item.append(html("p", { class: "hint" }, say("mission_closed")));
  }
  return item;
}

/** The visit during which a mission is taken counts for it. */
async function visited() {
  await report("open_app", `day:${today()}`);
  await announceFinished();
  await showMissions();
}

export async function redeem(form) {
  const { promo, reward } = await act("games/promos/claim", { code: form.elements.code.value.trim() });
  form.reset();
  resultFeedback("success");
  announce(say("promo_redeemed", { title: promo.title, reward: rewardText(reward) }));
  await announceFinished();
  await showMissions();
}

function drawStreak({ calendar, days, longest, played_today }) {
  $("streak-note").textContent =
    days === 0
      ? say("streak_none")
      : say(played_today ? "streak" : "streak_in_danger", { count: days, longest });
  $("streak").replaceChildren(
    ...calendar.map(({ date, played }) => {
      const day = html("li", { title: date }, String(Number(date.slice(8))));
      if (played) day.append(html("span", { class: "unseen" }, say("day_played")));
      day.dataset.played = String(played);
      return day;
    }),
  );
}

const MAX_COMPLETED = 10;

export async function showMissions() {
  const [own, open, past, streak] = await Promise.all([
    ...["list", "catalog", "history"].map((list) => ask(`missions/${list}`)),
    read("streak"),
  ]);
  noteMissions(own.missions, past.missions);
  drawStreak(streak);
  const taken = new Set(own.missions.map(({ mission_key }) => mission_key));
  const items = [
    ...own.missions.map((mission) => missionItem(mission, false)),
    ...open.missions
      .filter(({ mission_key }) => !taken.has(mission_key))
      .map((mission) => missionItem(mission, true)),
  ];
  $("mission-list").replaceChildren(...(items.length === 0 ? [html("li", {}, say("missions_none"))] : items));
  const done = past.missions.slice(0, MAX_COMPLETED);
  $("missions-done").hidden = done.length === 0;
  $("mission-history").replaceChildren(
    ...done.map(({ completed_at, reward, title }) => {
      const item = html("li", {}, html("h3", {}, title));
      const at = when.format(new Date(completed_at));
      const finished = say("mission_finished_at", { when: at, reward: rewardText(reward) });
      item.append(html("p", { class: "hint" }, finished));
      return item;
    }),
  );
}
