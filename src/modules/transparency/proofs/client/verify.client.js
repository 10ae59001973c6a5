// Forms of the verification page, and the progress report shared with the proofs page.
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

/** A status mark with word, shape and colour, like those rendered by the server. */
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

/** Shows a verification's completed steps and its result in `element`. */
export function report(element) {
  const list = document.createElement("ol");
  element.replaceChildren(list);
  const end = (status, word, message) => {
    const line = document.createElement("p");
    line.append(mark(status, word), message === "" ? "" : `: ${message}`);
    element.prepend(line);
  };
  return {
    step(text, className = "") {
      const item = document.createElement("li");
      item.className = className;
      item.textContent = text;
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

/** A textarea's content with LF line ends and a final LF, as in the original file. */
function pasted(form, name) {
  const text = form.elements.namedItem(name).value.replaceAll("\r\n", "\n").trimStart();
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The kind of a file downloaded from /proofs, by its content: names change when files are saved. */
async function readDownload(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("c2sp.org/tlog-proof@")) return { kind: "offline", text };
  const json = parseOrNull(text);
  if (json === null)
    throw new VerificationError(
      `${file.name} is not the JSON of a proof, an offline proof or a logged object; choose the JSON instead of a CSV`,
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
    throw new VerificationError("choose the offline proof together with its logged object");
  if (further.length > 0) throw new VerificationError("choose one offline proof at a time");
  if (offline === undefined) return;
  const { index, checkpoint, entry } = await verifyOffline(get, offline.text, vkey);
  step(`The checkpoint is signed by ${checkpoint.origin}: ${checkpoint.size} entries.`);
  step(`Entry ${index}, read from the log, is in the tree of that checkpoint.`);
  for (const { bytes } of of("object")) {
    const named = await verifyObject(entry, bytes);
    step(`The logged object matches the entry, logged at ${named.taken_at}.`);
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
    step(`The entry has index ${index} in its tree.`);
    const [file] = form.elements.namedItem("object").files;
    if (file === undefined) return;
    const named = await verifyObject(entry, new Uint8Array(await file.arrayBuffer()));
    step(`The file is the object of this entry, logged at ${named.taken_at}.`);
  },
  async extension(form, step) {
    const get = over(location.origin);
    const { prefix } = form.dataset;
    const newest = new TextDecoder().decode(await get(`${prefix}/checkpoint`));
    const vkey = pasted(form, "older-vkey").trim();
    const { older, newer } = await verifyExtension(get, prefix, pasted(form, "older"), newest, vkey);
    step(`Both checkpoints are signed by ${newer.origin}.`);
    step(`The log of ${newer.size} entries starts with the ${older.size} entries of your saved checkpoint.`);
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
