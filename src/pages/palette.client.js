// A palette over the desk: / or Ctrl-K opens it, a search fills it, arrows choose, Enter goes there. The keyboard's focus
// stays in the field, which names the chosen row (the combobox pattern of the ARIA practices).
const DELAY_MS = 120;
const dialog = document.createElement("dialog");
dialog.className = "palette";
dialog.setAttribute("aria-label", "Go to");
dialog.innerHTML = `<input type="search" role="combobox" aria-label="Go to a page, a record or an action"
  aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" autocomplete="off" spellcheck="false"
  placeholder="Page, partner, user, key, id, setting, action">
<ul id="palette-list" role="listbox" aria-label="Results"></ul>
<p class="note" role="status"></p>`;
document.body.append(dialog);
const [field, list, status] = ["input", "ul", "p"].map((name) => dialog.querySelector(name));
let chosen = -1;
let timer;
let search = new AbortController();

function option({ title, kind, detail, path }, index) {
  const row = document.createElement("li");
  row.id = `palette-${index}`;
  row.role = "option";
  row.dataset.path = path;
  for (const [name, text] of [
    ["kind", kind.replaceAll("_", " ")],
    ["title", title],
    ["detail", detail],
  ]) {
    const part = document.createElement("span");
    part.className = `palette-${name}`;
    part.textContent = text;
    row.append(part, " ");
  }
  return row;
}

function show(results, words) {
  list.replaceChildren(...results.filter(({ path }) => path !== null).map(option));
  const count = list.children.length;
  status.textContent = words ?? (count === 1 ? "1 result" : `${count} results`);
  choose(count === 0 ? -1 : 0);
}

function choose(index) {
  chosen = index;
  for (const [at, row] of [...list.children].entries()) row.ariaSelected = String(at === index);
  if (index < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", `palette-${index}`);
  list.children[index].scrollIntoView({ block: "nearest" });
}

/** The pages of the navigation, while nothing is entered. */
function pages() {
  return [...document.querySelectorAll("nav.contents li a")].map((link) => ({
    kind: "page",
    title: link.textContent,
    detail: link.closest("ul").previousElementSibling?.textContent ?? "",
    path: link.getAttribute("href"),
  }));
}

async function find() {
  search.abort();
  search = new AbortController();
  const text = field.value.trim();
  if (text === "") return show(pages());
  try {
    const answer = await fetch(`/admin/search?q=${encodeURIComponent(text)}`, {
      headers: { accept: "application/json" },
      signal: search.signal,
    });
    if (!answer.ok) return show([], answer.status === 403 ? "Sign in again." : "The search failed.");
    show((await answer.json()).results);
  } catch (error) {
    if (error.name !== "AbortError") show([], "The search failed.");
  }
}

function go(row) {
  const path = row?.dataset.path;
  if (path === undefined) return;
  dialog.close();
  location.assign(path);
}

async function enter() {
  clearTimeout(timer);
  await find();
  go(list.children[Math.max(0, chosen)]);
}

let found = "";
field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const text = field.value;
    await find();
    found = text;
  }, DELAY_MS);
});
field.addEventListener("keydown", (event) => {
  const count = list.children.length;
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const move = moves[event.key];
  if (move !== undefined && count > 0) {
    event.preventDefault();
    const single = Math.abs(move) === 1;
    choose(single ? (chosen + move + count) % count : Math.min(count - 1, Math.max(0, chosen + move)));
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (found === field.value) go(list.children[chosen]);
    else enter();
  }
});
list.addEventListener("click", (event) => go(event.target.closest("li")));
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

function open() {
  field.value = "";
  found = "";
  dialog.showModal();
  field.focus();
  find();
}

const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
document.addEventListener("keydown", (event) => {
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (dialog.open || !(isCommand || (isSlash && !event.target.closest(TEXT)))) return;
  event.preventDefault();
  open();
});
