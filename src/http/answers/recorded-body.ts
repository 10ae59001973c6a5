/**
 * The stored form of an answer's text for its replays: without the secret, which is shown only once. A partner's own
 * `metadata` may have a member of that name, and stays as it is.
 */
export function recordedBody(text: string): string {
  return text.includes('"secret":')
    ? JSON.stringify(JSON.parse(text), (name, value: unknown) =>
        name === "metadata" ? value : withoutSecret(value),
      )
    : text;
}

function withoutSecret(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("secret" in value)) return value;
  return typeof value.secret === "string" ? { ...value, secret: null, secret_shown: true } : value;
}
