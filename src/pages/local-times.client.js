// Shows the page's times in the reader's zone, named beside each. The exact UTC time stays on hover.
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

for (const time of document.querySelectorAll("main time[datetime]")) {
  const at = new Date(time.dateTime);
  const exact = Object.assign(document.createElement("span"), {
    className: "visually-hidden",
    textContent: ` (${time.title})`,
  });
  time.replaceChildren(formatFor(at).format(at), exact);
}

const zone = document.querySelector("footer [data-zone]");
if (zone !== null) zone.textContent = zone.dataset.zone.replace("{zone}", timeZone);
