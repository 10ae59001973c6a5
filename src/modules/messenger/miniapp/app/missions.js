/** Missions: those taken, those open, and those finished. */
import { tapFeedback } from "/miniapp/bridge.js";
import { announce, runAction } from "./actions.js";
import { $, figures, html, rewardText, when } from "./elements.js";
import { ask, read } from "./requests.js";

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

function drawStreak({ calendar, days, longest, played_today }) {
  const run = `${days} ${days === 1 ? "day" : "days"} in a row`;
  $("streak-note").textContent =
    days === 0
      ? "Play a round today to begin a streak."
      : `${run}${played_today ? "" : ": play today to go on"}. Longest: ${longest}.`;
  $("streak").replaceChildren(
    ...calendar.map(({ date, played }) => {
      const day = html("li", { title: date }, String(Number(date.slice(8))));
      if (played) day.append(html("span", { class: "unseen" }, ", played"));
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
  drawStreak(streak);
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
