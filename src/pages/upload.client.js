// Adds a file input to each text field that takes a file's text, or its data: address; without it the text is pasted.
for (const field of document.querySelectorAll("textarea[data-upload]")) {
  const file = Object.assign(document.createElement("input"), {
    type: "file",
    accept: field.dataset.upload,
    ariaLabel: "Choose a file",
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen === undefined) return;
    field.value = field.dataset.uploadAs === "address" ? await addressOf(chosen) : await chosen.text();
  });
  field.before(file);
}

function addressOf(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
