// Shows and wires the copy buttons of code blocks. Without it a click on the code selects it (see the stylesheet).
function wire() {
  for (const button of document.querySelectorAll("button[data-copy][hidden]")) wireOne(button);
}

function wireOne(button) {
  const code = button.closest("figure, [data-copied]")?.querySelector("code");
  if (!code || !navigator.clipboard) return;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = button.dataset.copy || "Copied";
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

wire();
document.addEventListener("contentchange", wire);
