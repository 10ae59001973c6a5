({ method, url, body, variable }) => {
  // Variables are filled in here, so that what is signed is what is sent.
  const CryptoJS = require("crypto-js");
  const random = () =>
    CryptoJS.SHA256(`${Date.now()} ${Math.random()} ${Math.random()}`).toString().slice(0, 32);
  const readVariable = (name) => {
    const value = variable(name);
    if (value === undefined || value === null || value === "")
      throw new Error(`Set ${name} in the environment.`);
    return String(value);
  };
  const filled = (text, write) => text.replace(/\{\{(\$?\w+)\}\}/g, (_, name) => write(readVariable(name)));
  // Percent-escapes whatever is not escaped yet.
  const escaped = (text) =>
    encodeURI(text)
      .replace(/%25(?=[0-9A-Fa-f]{2})/g, "%")
      .replace(/'/g, "%27");

  const path = url.replace(/^(\{\{base_url\}\}|https?:\/\/[^/]+)/, "");
  const target = escaped(filled(path, encodeURIComponent));
  const sent = filled(body, (value) => JSON.stringify(value).slice(1, -1));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = random();
  // HMAC-SHA256 of five lines, the last one the hash of the body.
  const lines = [method, target, timestamp, nonce, CryptoJS.SHA256(sent).toString()];
  return {
    url: readVariable("base_url").replace(/\/+$/, "") + target,
    body: sent,
    headers: {
      "X-Partner-Key": readVariable("key_id"),
      "X-Partner-Timestamp": timestamp,
      "X-Partner-Nonce": nonce,
      "X-Partner-Signature": CryptoJS.HmacSHA256(lines.join("\n"), readVariable("secret")).toString(),
    },
    // Names the intent. Set the header yourself to send an intent again.
    idempotencyKey: random(),
  };
};
