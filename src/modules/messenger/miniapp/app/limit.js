/** The player's own daily limit. */
import { $ } from "./elements.js";
import { announce } from "./messages.js";
import { ask, read } from "./requests.js";
import { figures, rewardText, say, when } from "./words.js";

export async function showLimit() {
  draw((await read("limits")).limits);
}

/** Sets the entered limit; an empty field removes it. */
export async function setLimit(form) {
  const entered = form.elements.daily_salutes.value.trim();
  const { limits } = await ask("limits", { daily_salutes: entered === "" ? null : Number(entered) });
  draw(limits);
  announce(say(limits.next === null ? "limit_is_set" : "limit_from_tomorrow"));
}

function draw({ daily_salutes, left_today, next, spent_today }) {
  $("daily-salutes").value = daily_salutes ?? "";
  const spent = rewardText({ kind: "salutes", amount: spent_today });
  const today =
    left_today === null
      ? say("spent_today", { spent })
      : say("spent_today_left", { spent, left: figures.format(left_today) });
  const later = next === null ? "" : ` ${laterText(next)}`;
  $("limit-note").textContent = today + later;
}

function laterText({ daily_salutes, from }) {
  return say("limit_later", {
    when: when.format(new Date(from)),
    limit: daily_salutes === null ? say("limit_none") : figures.format(daily_salutes),
  });
}
