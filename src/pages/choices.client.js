// Remembers which tab was chosen last, and chooses it in all tabs that share its name, here and on the next page.
function choose(tabs, value) {
  for (const radio of tabs.querySelectorAll("input[type=radio]"))
    if (radio.value === value) radio.checked = true;
}

function kept(name) {
  try {
    return localStorage.getItem(`choice:${name}`);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(`choice:${name}`, value);
  } catch {
    // A browser that keeps nothing for us shows the first tab again.
  }
}

for (const tabs of document.querySelectorAll("[data-remember]")) {
  const name = tabs.dataset.remember;
  const value = kept(name);
  if (value !== null) choose(tabs, value);
  tabs.addEventListener("change", (event) => {
    keep(name, event.target.value);
    for (const other of document.querySelectorAll(`[data-remember="${name}"]`))
      choose(other, event.target.value);
  });
}
