/** The leaders of the week, and the player's place among them. */
import { $, html } from "./elements.js";
import { read } from "./requests.js";
import { figures, say, when } from "./words.js";

/** The player's own line without a place. */
function noPlace() {
  const item = html("li", { class: "placeless", "aria-current": "true" });
  item.append(html("span", {}, say("leader_no_place")), html("b", {}, figures.format(0)));
  return item;
}

export async function showLeaders() {
  const { entries, window: week, you } = await read("engagement/leaderboard-preview?limit=10");
  const row = ({ is_you, name, rank, score }) => {
    const item = html("li", { value: rank }, html("span", {}, is_you ? say("leader_you", { name }) : name));
    item.append(html("b", {}, figures.format(score)));
    if (is_you) item.setAttribute("aria-current", "true");
    return item;
  };
  const around = you === null ? [] : you.neighbours.filter(({ rank }) => rank > entries.length);
  const items = [...entries, ...around].map(row);
  if (you === null) items.push(noPlace());
  $("leader-list").replaceChildren(...items);
  $("leader-note").textContent =
    you === null
      ? say("leaders_join")
      : say("leader_rank", { rank: you.rank, when: when.format(new Date(week.to)) });
}
