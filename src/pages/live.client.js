// Keeps a part of the page up to date: asks for it again with the validator of the last answer, and changes only what
// differs, so that focus, scroll, selection and opened details stay.
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

function keepFresh(part) {
  const { live } = part.dataset;
  let tag = null;
  const look = async () => {
    if (document.hidden) return;
    const headers = tag === null ? {} : { "if-none-match": tag };
    const answer = await fetch(live, { headers, cache: "no-store" }).catch(() => null);
    if (answer?.status === 403) return clearInterval(timer);
    if (answer?.status !== 200) return;
    tag = answer.headers.get("etag");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    if (fresh !== null) update(part, fresh);
  };
  const timer = setInterval(look, Number(part.dataset.every ?? EVERY_MS));
  document.addEventListener("visibilitychange", look);
}

for (const part of document.querySelectorAll("[data-live]")) keepFresh(part);
