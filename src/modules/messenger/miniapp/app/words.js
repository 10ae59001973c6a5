/** The app's texts in the page's language. Keys and placeholders are those of the catalogue (../words). */

const messages = JSON.parse(document.getElementById("words").content.textContent);

export const locale = document.documentElement.lang;
/** Plain `en` would write times as in the United States. */
const region = locale === "en" ? "en-GB" : locale;
const plurals = new Intl.PluralRules(locale);

export const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
export const when = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" });

/** A message with its values; one with plural forms chooses by `count`. */
export function say(key, values = {}) {
  const message = messages[key];
  const text =
    typeof message === "string" ? message : (message[plurals.select(values.count)] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? figures.format(value) : String(value);
  });
}

/** The sentence for a refusal by its code and reason, by its code alone, or the server's own where there is none. */
export function refusalText({ error, message, reason }) {
  const key = [`error_${error}_${reason}`, `error_${error}`].find((each) => Object.hasOwn(messages, each));
  return key === undefined ? (message ?? say("error_no_answer")) : say(key);
}

export function timeUntil(iso) {
  const minutes = Math.ceil((Date.parse(iso) - Date.now()) / 60_000);
  if (minutes <= 60) return say("in_minutes", { minutes: Math.max(1, minutes) });
  return say("in_hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function rewardText({ amount, kind }) {
  return kind === "nothing" ? say("nothing") : say(kind, { count: amount });
}

/** A label of the first wheel, as every new installation has it. */
function ownLabel({ amount, kind }) {
  if (kind === "nothing") return "Nothing";
  if (kind === "free_spins") return amount === 1 ? "Free spin" : "";
  return `${amount} ${amount === 1 ? kind.slice(0, -1) : kind}`;
}

/** A segment's label in the player's language where it is our own; what operators wrote stays as written. */
export function segmentText({ label, reward }) {
  if (label !== ownLabel(reward) || locale === "en") return label;
  const text = reward.kind === "free_spins" ? rewardText(reward).replace(/^1 /, "") : rewardText(reward);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Reopens the page in another language with the same launch data, which Telegram hands over only once. */
export function openIn(next) {
  location.replace(`${location.pathname}?lang=${next}${location.hash}`);
}

/** The language to reopen the page in, by the player's language at Telegram: null if it is right, or was chosen here. */
export function wantedLocale(code) {
  const isChosen =
    new URLSearchParams(location.search).has("lang") || document.cookie.includes("salute_lang=");
  const wanted = code.split("-")[0].toLowerCase();
  const links = [...document.querySelectorAll(".languages a")];
  return isChosen || wanted === locale || links.every(({ lang }) => lang !== wanted) ? null : wanted;
}
