// Keeps a part of the page up to date: asks for it again with the validator of the last answer, and changes only what
// differs, so that focus, scroll, selection and opened details stay. Says so when the part is no longer kept up to date.
const EVERY_MS = 15_000;

function update(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const isSame = old.nodeName === fresh.nodeName && (old.id ?? "") === (fresh.id ?? "");
  if (!isSame) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [kept, wanted] = [[...old.childNodes], [...fresh.childNodes]];
  for (const [index, child] of wanted.entries()) {
    if (kept[index] === undefined) old.append(child);
    else update(kept[index], child);
  }
  for (const extra of kept.slice(wanted.length)) extra.remove();
}

/** Looks in vain, or their time on a device that slept, before the part is marked as out of date. */
const MAX_MISSES = 2;

/** The time of an ISO text, with its day unless that is today. */
function timeText(since) {
  const [day, time] = [since.slice(0, 10), since.slice(11, 16)];
  return new Date().toISOString().startsWith(day) ? time : `${day} ${time}`;
}

/** Shows the part's note with this name, and dims the rest; without a name nothing of either. */
function mark(part, name, since) {
  part.classList.toggle("is-stale", name !== null);
  for (const note of part.querySelectorAll(":scope > [data-note]")) note.hidden = note.dataset.note !== name;
  const text = part.querySelector(":scope > [data-note] > [data-since]");
  if (text !== null) text.textContent = text.dataset.since.replace("{time}", timeText(since));
}

function keepFresh(part) {
  const { live } = part.dataset;
  const every = Number(part.dataset.every ?? EVERY_MS);
  const signsIn = part.querySelector(":scope > [data-note=signed-out]") !== null;
  let tag = null;
  let since = new Date().toISOString();
  let misses = 0;
  let isSignedOut = false;

  /** The part as it is now, null if unchanged. @throws without such an answer */
  const ask = async () => {
    const headers = tag === null ? {} : { "if-none-match": tag };
    const answer = await fetch(live, { headers, cache: "no-store", signal: AbortSignal.timeout(every) });
    isSignedOut = signsIn && answer.status === 403;
    if (answer.status === 304) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    if (answer.status !== 200 || fresh === null) throw new Error(`status ${answer.status}`);
    tag = answer.headers.get("etag");
    return fresh;
  };
  const look = async () => {
    if (document.hidden) return;
    try {
      const fresh = await ask();
      misses = 0;
      since = new Date().toISOString();
      mark(part, null, since);
      if (fresh !== null) update(part, fresh);
    } catch {
      misses++;
      if (isSignedOut) mark(part, "signed-out", since);
      else if (misses >= MAX_MISSES || Date.now() - Date.parse(since) > MAX_MISSES * every)
        mark(part, "stale", since);
    }
  };
  setInterval(() => isSignedOut || look(), every);
  document.addEventListener("visibilitychange", look);
}

for (const part of document.querySelectorAll("[data-live]")) keepFresh(part);
