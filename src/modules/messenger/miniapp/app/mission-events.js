/** What the app itself does for missions: reports of what only it sees, and the news of finished ones. */
import { celebrate } from "./celebrate.js";
import { announceToo } from "./messages.js";
import { ask } from "./requests.js";
import { rewardText, say } from "./words.js";

/** Missions taken and not finished, as last seen. */
let taken = [];
/** Number of finished missions; null before the first look. */
let finished = null;

export function forgetMissions() {
  taken = [];
  finished = null;
}

export function noteMissions(own, done) {
  taken = own;
  finished = done.length;
}

/** The UTC day as part of an event's id. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Reports an action to the taken missions that count it. @returns whether one counts it */
export async function report(kind, event_id) {
  const counting = taken.filter(({ goal }) => goal.kind === kind);
  for (const { mission_key } of counting) await ask("missions/progress", { mission_key, event_id, kind });
  return counting.length > 0;
}

/** Looks up the player's missions, and counts today's visit in those that ask for visits. */
export async function countVisit() {
  const [own, past] = await Promise.all([ask("missions/list"), ask("missions/history")]);
  noteMissions(own.missions, past.missions);
  if (await report("open_app", `day:${today()}`)) await announceFinished();
}

/** Announces missions that have been finished since the last look. */
export async function announceFinished() {
  if (taken.length === 0 || finished === null) return;
  const { missions } = await ask("missions/history");
  const news = missions.slice(0, Math.max(0, missions.length - finished));
  finished = missions.length;
  if (news.length === 0) return;
  const keys = new Set(news.map(({ mission_key }) => mission_key));
  taken = taken.filter(({ mission_key }) => !keys.has(mission_key));
  for (const { reward, title } of news)
    announceToo(say("mission_finished", { title, reward: rewardText(reward) }));
  celebrate(1);
}
