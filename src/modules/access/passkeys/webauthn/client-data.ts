import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../../../kit/formats/checked-json.ts";
import { PasskeyRefusal } from "./refusal.ts";

const CLIENT_DATA = checkedJson(
  "clientDataJSON",
  Type.Object({
    type: Type.String(),
    challenge: Type.String(),
    origin: Type.String(),
    crossOrigin: Type.Optional(Type.Boolean()),
  }),
);

/**
 * Checks what the browser says about a ceremony (WebAuthn sections 7.1 and 7.2, client data). Returns the challenge,
 * decoded. @throws PasskeyRefusal
 */
export function readClientData(
  bytes: Uint8Array,
  expected: { type: "webauthn.create" | "webauthn.get"; origin: string },
): string {
  const data = readShape(bytes);
  if (data.type !== expected.type) throw new PasskeyRefusal("type", `is of the type ${data.type}`);
  if (data.origin !== expected.origin || data.crossOrigin === true)
    throw new PasskeyRefusal("origin", `was made for ${data.origin}, not for ${expected.origin}`);
  return Buffer.from(data.challenge, "base64url").toString();
}

function readShape(bytes: Uint8Array) {
  try {
    return CLIENT_DATA.read(Buffer.from(bytes).toString());
  } catch {
    throw new PasskeyRefusal("malformed", "has malformed client data");
  }
}
