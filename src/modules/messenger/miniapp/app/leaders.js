/** The leaders of the week, and the player's place among them. */
import { $, figures, html, when } from "./elements.js";
import { read } from "./requests.js";

export async function showLeaders() {
  const { entries, window: week, you } = await read("engagement/leaderboard-preview?limit=10");
  const row = ({ is_you, name, rank, score }) => {
    const item = html("li", { value: rank }, html("span", {}, is_you ? `${name} (you)` : name));
    item.append(html("b", {}, figures.format(score)));
    if (is_you) item.setAttribute("aria-current", "true");
    return item;
  };
  const around = you === null ? [] : you.neighbours.filter(({ rank }) => rank > entries.length);
  $("leader-list").replaceChildren(...[...entries, ...around].map(row));
  $("leader-note").textContent =
    you === null
      ? "Earn salutes in the games to appear here."
      : `You are number ${you.rank}. The week ends ${when.format(new Date(week.to))}.`;
}
