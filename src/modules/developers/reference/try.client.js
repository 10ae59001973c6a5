// Starts Swagger UI on our own document and signs its requests with the sandbox key from the two fields above. Requests
// carry no cookies, so an operator's session cannot act from here. They go to this page's own origin, as its policy
// requires, even if the document names another server.
const keyField = document.querySelector("#try-key");
const secretField = document.querySelector("#try-secret");
const message = document.querySelector("#try-message");
const SIGNED = /^\/api\/(partner|salutes)\//;
const MUTATIONS = ["POST", "PATCH", "DELETE"];

const hexOf = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const randomHex = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));
const bytesOf = (text) => new TextEncoder().encode(text);

/** Fault of the fields as a sentence; empty without one. */
function faultOf(key, secret) {
  if (key === "" && secret === "") return "Signed operations need a key: without one the response is 401.";
  if (key.startsWith("pk_live_") || secret.startsWith("sk_live_"))
    return "Only sandbox keys are accepted here: a live secret belongs on a server. Nothing is signed.";
  if (!key.startsWith("pk_sandbox_")) return "Paste the key id: it starts with pk_sandbox_.";
  if (!secret.startsWith("sk_sandbox_")) return "Paste the secret: it starts with sk_sandbox_.";
  if (!globalThis.crypto?.subtle) return "Browsers can sign only on https:// and on 127.0.0.1.";
  return "";
}

function look() {
  const fault = faultOf(keyField.value.trim(), secretField.value.trim());
  message.textContent = fault === "" ? "Signed operations are signed in this page." : fault;
  return fault === "";
}

/** Headers of a signed request: an HMAC over method, target, time, nonce and the body's hash. */
async function signatureHeaders(method, target, body) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomHex();
  const bodyHash = hexOf(await crypto.subtle.digest("SHA-256", bytesOf(body)));
  const secret = bytesOf(secretField.value.trim());
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const hmac = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  const text = [method, target, timestamp, nonce, bodyHash].join("\n");
  return {
    "X-Partner-Key": keyField.value.trim(),
    "X-Partner-Timestamp": timestamp,
    "X-Partner-Nonce": nonce,
    "X-Partner-Signature": hexOf(await crypto.subtle.sign("HMAC", hmac, bytesOf(text))),
  };
}

async function prepare(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  request.credentials = "omit";
  if (!SIGNED.test(pathname) || !look()) return request;
  const method = (request.method ?? "GET").toUpperCase();
  const body = typeof request.body === "string" ? request.body : "";
  const headers = await signatureHeaders(method, pathname + search, body);
  if (MUTATIONS.includes(method) && !("Idempotency-Key" in request.headers))
    headers["Idempotency-Key"] = randomHex();
  Object.assign(request.headers, headers);
  return request;
}

/**
 * The document with the examples of optional parameters left to its readers: Swagger UI fills in examples, defaults and
 * samples, and sends what is filled in. An idempotency key is optional here, as each request gets a fresh one.
 */
function withoutPrefills(openapi) {
  const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path));
  const shared = Object.values(openapi.components.parameters);
  for (const parameter of [...shared, ...operations.flatMap(({ parameters = [] }) => parameters)]) {
    if (parameter.name === "Idempotency-Key") parameter.required = false;
    if (parameter.required !== true && !("$ref" in parameter)) parameter.example = "";
  }
  return openapi;
}

const prefills = {
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: (update) => (openapi) => update(withoutPrefills(openapi)) } },
  },
};

for (const field of [keyField, secretField]) field.addEventListener("input", look);
// Clears the fields when the page is left, so that returning does not restore them.
addEventListener("pagehide", () => {
  keyField.value = "";
  secretField.value = "";
});
document.querySelector("#try-sign").hidden = false;
look();

window.SwaggerUIBundle({
  url: "/api/openapi-partner.json",
  dom_id: "#swagger",
  deepLinking: true,
  // Rendering all operations expanded takes seconds.
  docExpansion: "none",
  validatorUrl: null,
  requestInterceptor: prepare,
  plugins: [prefills],
});
