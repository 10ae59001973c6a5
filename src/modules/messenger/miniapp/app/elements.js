/** The page's elements, and how figures, times and rewards are written in them. */

export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export const figures = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
export const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export function timeUntil(iso) {
  const minutes = Math.ceil((Date.parse(iso) - Date.now()) / 60_000);
  if (minutes <= 60) return `in ${Math.max(1, minutes)} min`;
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const REWARD_NOUNS = { salutes: "salutes", missiles: "missiles", free_spins: "free spins" };

export function rewardText({ amount, kind }) {
  if (kind === "nothing") return "nothing";
  const noun = amount === 1 ? REWARD_NOUNS[kind].replace(/s$/, "") : REWARD_NOUNS[kind];
  return `${figures.format(amount)} ${noun}`;
}
