/** The player's own daily limit. */
import { announce } from "./actions.js";
import { $, figures, when } from "./elements.js";
import { ask, read } from "./requests.js";

export async function showLimit() {
  draw((await read("limits")).limits);
}

/** Sets the entered limit; an empty field removes it. */
export async function setLimit(form) {
  const entered = form.elements.daily_salutes.value.trim();
  const { limits } = await ask("limits", { daily_salutes: entered === "" ? null : Number(entered) });
  draw(limits);
  announce(limits.next === null ? "Your limit is set." : "Your new limit counts from tomorrow on.");
}

function draw({ daily_salutes, left_today, next, spent_today }) {
  $("daily-salutes").value = daily_salutes ?? "";
  const spent = `Spent today: ${figures.format(spent_today)} salutes`;
  const left = left_today === null ? "." : `, ${figures.format(left_today)} left.`;
  const later =
    next === null
      ? ""
      : ` From ${when.format(new Date(next.from))}: ${next.daily_salutes === null ? "no limit" : figures.format(next.daily_salutes)}.`;
  $("limit-note").textContent = spent + left + later;
}
