// Adds a box to the head of a list that selects every row, and says how many rows are selected.
for (const form of document.querySelectorAll("form.selection")) {
  const boxes = [...form.querySelectorAll("tbody td.select input")];
  const head = form.querySelector("thead td.select");
  const actions = form.querySelector(".selection-actions");
  if (head === null || actions === null) continue;
  const all = Object.assign(document.createElement("input"), {
    type: "checkbox",
    ariaLabel: "Select all rows",
  });
  const count = Object.assign(document.createElement("output"), { className: "note" });
  head.append(all);
  actions.prepend(count);
  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && !all.checked;
    count.textContent = `${chosen} of ${boxes.length} selected`;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  form.addEventListener("change", show);
  show();
}
