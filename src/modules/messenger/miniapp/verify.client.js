// The page that recomputes rounds: nothing leaves the browser.
import { verifyRound } from "/miniapp/draws.js";

const said = document.getElementById("said");
const list = document.getElementById("verdicts");

/** One answer, a list of answers, or one answer per line. */
function roundsIn(text) {
  let values;
  try {
    values = [JSON.parse(text)].flat();
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    values = lines.map((line) => JSON.parse(line));
  }
  return values.map((value) => {
    const round = value?.round ?? value;
    if (typeof round?.nonce !== "number" || typeof round.fairness !== "object")
      throw new TypeError("Something in it is no round.");
    return round;
  });
}

const WORDS = new Map([
  [true, "Fair"],
  [false, "Not as drawn"],
  [null, "Not revealed"],
]);

document.getElementById("verify").addEventListener("submit", async (event) => {
  event.preventDefault();
  list.replaceChildren();
  try {
    const rounds = roundsIn(document.getElementById("rounds").value);
    const verdicts = await Promise.all(rounds.map(verifyRound));
    for (const [index, { detail, ok }] of verdicts.entries()) {
      const item = document.createElement("li");
      item.dataset.ok = String(ok);
      const word = document.createElement("strong");
      word.textContent = WORDS.get(ok);
      item.append(word, ` ${rounds[index].game_key} round ${rounds[index].id}. ${detail}`);
      list.append(item);
    }
    const fair = verdicts.filter(({ ok }) => ok === true).length;
    said.textContent = `${fair} of ${verdicts.length} rounds are as drawn.`;
  } catch (error) {
    said.textContent = `This cannot be read: ${error.message}`;
  }
});
