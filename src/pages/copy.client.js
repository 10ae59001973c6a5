// Shows and wires the copy buttons of code blocks. Without it a click on the code selects it (see the stylesheet).
for (const button of document.querySelectorAll("button[data-copy]")) {
  const code = button.closest("figure")?.querySelector("code");
  if (!code || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
}
