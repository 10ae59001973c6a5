// Adds a file input to each text field that takes a file's text; without it the text is pasted.
for (const field of document.querySelectorAll("textarea[data-upload]")) {
  const file = Object.assign(document.createElement("input"), {
    type: "file",
    accept: field.dataset.upload,
    ariaLabel: "Choose a file",
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen !== undefined) field.value = await chosen.text();
  });
  field.before(file);
}
