import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { Links, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { parseKeyMode } from "../../access/keys/index.ts";
import { onboardingSteps } from "./onboarding.ts";

const VerifyKeyQuery = Type.Object({
  api_key: Type.String({
    pattern: "^pk_(live|sandbox)_[A-Za-z0-9]{1,64}$",
    description: "The key whose first calls are shown.",
    "x-expectation":
      "a key id, pk_live_… or pk_sandbox_…. Never send a secret (sk_…) in an address, and have one rotated that you sent",
  }),
  client: Type.Optional(
    Type.String({
      pattern: "^(?!.*[sS][kK]_)[A-Za-z0-9._+/() -]{1,64}$",
      description: "Name of your client, such as curl or node; returned unchanged.",
      "x-expectation": "1 to 64 of A-Z a-z 0-9 . _ + / ( ) - and blanks, and no secret",
    }),
  ),
});

const Onboarding = Type.Object({
  key_mode: OneOf(["live", "sandbox"], { description: "Mode of the key: live or sandbox." }),
  client: Nullable(Type.String(), {
    description: "Name of the client from the query; null if none was given.",
  }),
  steps: Type.Array(
    Type.Object({
      order: Type.Integer({ description: "Number of the step, from 1." }),
      title: Type.String({ description: "Title of the step in one line." }),
      method: Type.String({ description: "HTTP method of the call." }),
      path: Type.String({ description: "Path template of the call." }),
      requires_signature: Type.Boolean({ description: "Whether the request is signed." }),
    }),
    { description: "Calls to make, in order." },
  ),
  signing: Type.Object(
    {
      headers: Type.Array(Type.String(), { description: "Headers to send, by name." }),
      canonical_string: Type.String({ description: "Template of the string to sign." }),
      signature: Type.String({ description: "How to compute the signature from the string." }),
    },
    { description: "How requests are signed." },
  ),
  note: Type.String({ description: "What the preview cannot tell, in a sentence." }),
  docs: Links,
});

const SIGNING = {
  headers: ["X-Partner-Key", "X-Partner-Timestamp", "X-Partner-Signature", "X-Partner-Nonce"],
  canonical_string: "METHOD LF TARGET LF TIMESTAMP LF NONCE LF hex(SHA-256(BODY))",
  signature: "hex(HMAC-SHA256(secret, canonical string))",
};

const MAX_AGE_SECONDS = 300;

/** @param startedAt start of this process, in Unix milliseconds; the order changes only with the build */
export function quickstartRoutes(mounted: Mounted, startedAt: number): Operation[] {
  return [
    readOperation({
      id: "previewOnboarding",
      method: "GET",
      path: "/api/public/quickstart/verify-key",
      group: "developers",
      summary: "Preview the first calls for your key",
      outcome: "The first calls for the key, in order.",
      description: "A preview before any signed call. It depends only on the form of the key id.",
      access: anyone(),
      query: VerifyKeyQuery,
      response: Onboarding,
      validators: true,
      read: ({ query }) => {
        const mode = parseKeyMode(query.api_key);
        const body = {
          key_mode: mode,
          client: query.client ?? null,
          steps: onboardingSteps(mode, mounted),
          signing: SIGNING,
          note: "This preview depends only on the form of the key id. The first signed call shows whether the key works.",
          docs: mounted.links({
            openapi: "/api/openapi.yaml",
            reference: "/docs",
            developers: "/developers",
          }),
        };
        return new Cacheable(body, startedAt, MAX_AGE_SECONDS);
      },
    }),
  ];
}
