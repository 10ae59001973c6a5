// Shows the page's times in the reader's zone, named beside each. The exact UTC time stays on hover.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const clock = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
const today = new Intl.DateTimeFormat("en-GB", clock);
const thisYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...clock });
const earlier = new Intl.DateTimeFormat("en-GB", {
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
if (zone !== null) zone.textContent = `Times are ${timeZone}; charts and days are UTC`;
