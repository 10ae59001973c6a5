// Shows the page's times in the reader's zone, named beside each. The exact UTC time stays on hover. A page with the
// choice of a zone does so only if the reader chose the own one.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const clock = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
const { lang } = document.documentElement;
/** Plain `en` would write times as in the United States. */
const region = lang === "en" ? "en-GB" : lang;
const today = new Intl.DateTimeFormat(region, clock);
const thisYear = new Intl.DateTimeFormat(region, { day: "numeric", month: "short", ...clock });
const earlier = new Intl.DateTimeFormat(region, {
  day: "numeric",
  month: "short",
  year: "numeric",
  ...clock,
});

function formatFor(at) {
  const now = new Date();
  if (at.toDateString() === now.toDateString()) return today;
  return at.getFullYear() === now.getFullYear() ? thisYear : earlier;
}

/** What the server sent, by the element that shows the reader's time instead. */
const sent = new WeakMap();

function showLocal() {
  for (const time of document.querySelectorAll("main time[datetime]:not([data-local])")) {
    const at = new Date(time.dateTime);
    const exact = Object.assign(document.createElement("span"), {
      className: "visually-hidden",
      textContent: ` (${time.title})`,
    });
    sent.set(time, [...time.childNodes]);
    time.replaceChildren(formatFor(at).format(at), exact);
    time.dataset.local = "";
  }
}

function showSent() {
  for (const time of document.querySelectorAll("main time[data-local]")) {
    time.replaceChildren(...(sent.get(time) ?? []));
    delete time.dataset.local;
  }
}

const zone = document.querySelector("footer [data-zone]");
const sentZone = zone?.textContent ?? "";
const choice = document.querySelector("[data-remember=zone]");

function show() {
  const isLocal = choice === null || choice.querySelector("[value=local]").checked;
  if (isLocal) showLocal();
  else showSent();
  if (zone !== null) zone.textContent = isLocal ? zone.dataset.zone.replace("{zone}", timeZone) : sentZone;
}

show();
if (choice !== null) {
  choice.hidden = false;
  choice.addEventListener("change", show);
}
// A part that updates itself comes with the server's times again.
const changed = new MutationObserver(show);
for (const part of document.querySelectorAll("[data-live]"))
  changed.observe(part, { childList: true, subtree: true, characterData: true });
