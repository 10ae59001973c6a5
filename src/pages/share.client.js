// Shows the links of the share form as they change. Without it the form's button does; a draft makes no short link.
const form = document.querySelector("form[data-share]");
const links = document.getElementById("links");
let timer;
let latest = 0;

async function show() {
  const mine = ++latest;
  const query = new URLSearchParams(new FormData(form));
  query.delete("use_short");
  const response = await fetch(`${location.pathname}?${query}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("links");
  if (mine !== latest || !fresh) return;
  links.replaceChildren(...fresh.childNodes);
  document.dispatchEvent(new Event("contentchange"));
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 300);
});
