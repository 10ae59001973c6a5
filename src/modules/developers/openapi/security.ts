import type { Access, Operation } from "../../../http/operation.ts";
import { MAX_SKEW_SECONDS } from "../../../http/partner-auth.ts";
import type { Components } from "./components.ts";
import type { SecurityScheme } from "./openapi.ts";

function partnerHeader(name: string, description: string): SecurityScheme {
  return { type: "apiKey", in: "header", name, description };
}

const SCHEMES = {
  partnerKey: partnerHeader("X-Partner-Key", "The key id: `pk_live_…` or `pk_sandbox_…`."),
  partnerTimestamp: partnerHeader(
    "X-Partner-Timestamp",
    `Unix seconds, within ${MAX_SKEW_SECONDS} s of the server's clock.`,
  ),
  partnerSignature: partnerHeader(
    "X-Partner-Signature",
    [
      "Lower-case hex HMAC-SHA256, keyed with the bytes of the secret's text (`sk_live_…`, `sk_sandbox_…`), over five lines joined by one line feed each:",
      "```text What is signed\nMETHOD\nTARGET\nTIMESTAMP\nNONCE\nhex(SHA-256(BODY))\n```",
      "TARGET is path and query exactly as sent. NONCE is the value of X-Partner-Nonce, an empty line where none is sent. BODY is the exact bytes, none for a GET. HEAD signs as HEAD.",
    ].join("\n\n"),
  ),
  partnerNonce: partnerHeader(
    "X-Partner-Nonce",
    "16 to 128 hex digits, signed, single use for 15 minutes: on every mutation with a live key; optional in the sandbox.",
  ),
  operatorToken: {
    type: "http",
    scheme: "bearer",
    description: "An operator's token, as `salute operators create` prints it once.",
  },
  trackToken: {
    type: "http",
    scheme: "bearer",
    description:
      "A token that the operators gave you (`salute track-tokens create`); needed where AUDIO_SHARE_TRACK_AUTH is required.",
  },
} as const satisfies Record<string, SecurityScheme>;

type SchemeName = keyof typeof SCHEMES;

/** What a caller must present, each scheme that is named put into the document; with the scope or role that it needs. */
export function securityOf(operation: Operation, components: Components): Record<string, string[]>[] {
  return alternatives(operation).map((names) => {
    for (const name of names) components.put("securitySchemes", name, SCHEMES[name]);
    return Object.fromEntries(names.map((name, index) => [name, index === 0 ? roles(operation.access) : []]));
  });
}

/** Sets of schemes, each enough by itself; an empty one is no credentials at all. */
function alternatives({ access, mutation }: Operation): SchemeName[][] {
  if (access.kind === "public") return access.guard === undefined ? [] : [["trackToken"], []];
  if (access.kind === "operator") return access.orAddresses ? [["operatorToken"], []] : [["operatorToken"]];
  const signed: SchemeName[] = ["partnerKey", "partnerTimestamp", "partnerSignature"];
  return [mutation && access.mode === "live" ? [...signed, "partnerNonce"] : signed];
}

function roles(access: Access): string[] {
  if (access.kind === "operator") return [access.role];
  return access.kind === "partner" && access.scope !== null ? [access.scope] : [];
}

/** Who may call, in words. */
export function accessSentence(access: Access): string {
  switch (access.kind) {
    case "public":
      return access.guard === undefined
        ? "Needs no credentials."
        : "Takes a bearer token where the server asks for one.";
    case "operator":
      return `For operators of the role \`${access.role}\` or a higher one${access.orAddresses ? ", and for addresses that the server lists" : ""}.`;
    case "partner": {
      const key = access.mode === "any" ? "key of either mode" : `${access.mode} key`;
      return `Signed, with a ${key}${access.scope === null ? "" : ` that has the scope \`${access.scope}\``}.`;
    }
  }
}
