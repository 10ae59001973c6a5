// Creates or uses a passkey when a form with data-passkey is sent: fetches the options, asks the authenticator, and sends
// the form with its answer. The forms are hidden until this runs; without it, name and password remain. A page whose name
// field asks for it also offers the passkeys among the names that the browser fills in.
const OFFER_MS = 4 * 60_000;
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const message = form.querySelector("[data-passkey-message]");
  const field = form.elements.namedItem("credential");
  // A refused form, or a page that the browser kept, holds an answer that cannot be used again.
  window.addEventListener("pageshow", () => {
    field.value = "";
  });
  if (!window.PublicKeyCredential && !isElsewhere(form)) {
    form.hidden = form.dataset.passkey === "get";
    message.textContent = "This browser offers no passkeys.";
    continue;
  }
  form.hidden = false;
  const isSignIn = form.dataset.passkey === "get" && !isElsewhere(form);
  const offer = new AbortController();
  if (isSignIn && document.querySelector("input[autocomplete~=webauthn]") !== null)
    offerNames(form, offer.signal);
  form.addEventListener("submit", async (event) => {
    if (field.value !== "") return;
    event.preventDefault();
    // A browser asks for one passkey at a time.
    offer.abort();
    message.textContent = "Waiting for the passkey…";
    try {
      field.value = JSON.stringify(await answerOf(form));
      message.textContent = "";
      form.requestSubmit();
    } catch (error) {
      message.textContent = wordsFor(error);
    }
  });
}

function isElsewhere(form) {
  return form.dataset.origin !== undefined && form.dataset.origin !== location.origin;
}

// Waits until the reader chooses a passkey among the names; asks again before the challenge expires.
async function offerNames(form, signal) {
  if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
  while (!signal.aborted) {
    const expiry = AbortSignal.timeout(OFFER_MS);
    try {
      const how = { mediation: "conditional", signal: AbortSignal.any([signal, expiry]) };
      form.elements.namedItem("credential").value = JSON.stringify(await answerOf(form, how));
      form.requestSubmit();
      return;
    } catch {
      // The button remains, and says what is wrong.
      if (!expiry.aborted) return;
    }
  }
}

async function answerOf(form, how = {}) {
  if (isElsewhere(form))
    throw new Error(`Open this page at ${form.dataset.origin}: passkeys belong to that address.`);
  const response = await fetch(form.dataset.options, { headers: { accept: "application/json" } });
  const options = await response.json();
  if (!response.ok) throw new Error(options.message);
  return form.dataset.passkey === "create" ? created(options) : signed(options, how);
}

async function created({ algorithms, challenge, exclude, rp, user }) {
  const { response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp,
      user: { ...user, id: bytesOf(user.id) },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: exclude.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    },
  });
  return {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  };
}

async function signed({ challenge, rpId }, how) {
  const { rawId, response } = await navigator.credentials.get({
    ...how,
    publicKey: { challenge: bytesOf(challenge), rpId, userVerification: "required" },
  });
  return {
    id: textOf(rawId),
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

function wordsFor(error) {
  if (error.name === "NotAllowedError")
    return "Nothing was sent: the request was cancelled, or took too long.";
  if (error.name === "InvalidStateError") return "This device has a passkey for this account already.";
  return error.message;
}

/** Bytes of base64url. */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

function textOf(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
