// The forms of the verifier page; and how every verification tells its steps and its end.
import {
  over,
  VerificationError,
  verifyExtension,
  verifyKept,
  verifyObject,
  verifyOffline,
  verifyProof,
} from "/log/verifier.js";

const SHAPES = {
  ok: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-1.2 10.2L3.9 8.3l1.2-1.2 1.7 1.7 4-4L12 6Z",
  bad: "M5 1h6l4 4v6l-4 4H5l-4-4V5Zm.9 3.7L4.7 5.9 6.8 8l-2.1 2.1 1.2 1.2L8 9.2l2.1 2.1 1.2-1.2L9.2 8l2.1-2.1-1.2-1.2L8 6.8Z",
};

/** An outcome by word, shape and colour, as the pages' own marks. */
function mark(status, word) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", width: 14, height: 14 }))
    svg.setAttribute(name, value);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", SHAPES[status]);
  svg.append(shape);
  const span = document.createElement("span");
  span.className = `status status-${status}`;
  span.append(svg, word);
  return span;
}

/** Tells a verification's steps in `element`, as they are done, and its end. */
export function report(element) {
  const list = document.createElement("ol");
  element.replaceChildren(list);
  const end = (status, word, words) => {
    const line = document.createElement("p");
    line.append(mark(status, word), words === "" ? "" : `: ${words}`);
    element.prepend(line);
  };
  return {
    step(words) {
      const item = document.createElement("li");
      item.textContent = words;
      list.append(item);
    },
    done: (word) => end("ok", word, ""),
    failed: (error) =>
      error instanceof VerificationError
        ? end("bad", "Not verified", error.message)
        : end("bad", "Could not be verified", error.message),
  };
}

const encoder = new TextEncoder();

/** A textarea's text as it was copied: line ends as in the file, with the last one. */
function pasted(form, name) {
  const text = form.elements.namedItem(name).value.replaceAll("\r\n", "\n").trimStart();
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** What one of the files that /proofs offers is, by its content: their names change when they are saved. */
async function readDownload(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("c2sp.org/tlog-proof@")) return { kind: "offline", text };
  const json = parseOrNull(text);
  if (json === null)
    throw new VerificationError(
      `${file.name} is not the JSON of a proof, an offline proof, or logged bytes; of a CSV choose the JSON`,
    );
  return json.trust_context?.log ? { kind: "proof", json } : { kind: "object", bytes };
}

function parseOrNull(text) {
  try {
    const json = JSON.parse(text);
    return typeof json === "object" ? json : null;
  } catch {
    return null;
  }
}

async function verifyDownloads(files, vkey, step) {
  const get = over(location.origin);
  const read = await Promise.all([...files].map(readDownload));
  const of = (kind) => read.filter((each) => each.kind === kind);
  for (const { json } of of("proof")) await verifyKept(get, json, null, vkey, step);
  const [offline, ...further] = of("offline");
  if (offline === undefined && of("object").length > 0)
    throw new VerificationError("choose the offline proof together with its logged bytes");
  if (further.length > 0) throw new VerificationError("choose one offline proof at a time");
  if (offline === undefined) return;
  const { index, checkpoint, entry } = await verifyOffline(get, offline.text, vkey);
  step(`The checkpoint is signed by ${checkpoint.origin}: ${checkpoint.size} entries.`);
  step(`Entry ${index}, as the log has it, stands in the tree of that checkpoint.`);
  for (const { bytes } of of("object")) {
    const named = await verifyObject(entry, bytes);
    step(`The logged bytes are the object that the entry names, logged at ${named.taken_at}.`);
  }
}

const FORMS = {
  downloaded: (form, step) =>
    verifyDownloads(
      form.elements.namedItem("downloaded").files,
      pasted(form, "downloaded-vkey").trim(),
      step,
    ),
  async proof(form, step) {
    const entry = encoder.encode(pasted(form, "entry").trim());
    const { index, checkpoint } = await verifyProof(
      pasted(form, "proof"),
      entry,
      pasted(form, "vkey").trim(),
    );
    step(`The checkpoint is signed by ${checkpoint.origin}: ${checkpoint.size} entries.`);
    step(`The entry stands in its tree as number ${index}.`);
    const [file] = form.elements.namedItem("object").files;
    if (file === undefined) return;
    const named = await verifyObject(entry, new Uint8Array(await file.arrayBuffer()));
    step(`The file is the object that the entry names, logged at ${named.taken_at}.`);
  },
  async extension(form, step) {
    const get = over(location.origin);
    const { prefix } = form.dataset;
    const newest = new TextDecoder().decode(await get(`${prefix}/checkpoint`));
    const vkey = pasted(form, "older-vkey").trim();
    const { older, newer } = await verifyExtension(get, prefix, pasted(form, "older"), newest, vkey);
    step(`Both checkpoints are signed by ${newer.origin}.`);
    step(`The log of ${newer.size} entries begins with the ${older.size} that you kept.`);
  },
};

for (const form of document.querySelectorAll("form[data-form]")) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = report(form.querySelector(".verified"));
    try {
      await FORMS[form.dataset.form](form, output.step);
      output.done("Verified");
    } catch (error) {
      output.failed(error);
    }
  });
}
