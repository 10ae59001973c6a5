import { Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import { Claim } from "../../ledger/claims/index.ts";
import { sandboxClaimUrl } from "./sandbox-claim-page.tsx";
import type { TwinAddition } from "./twin.ts";

const ASKED_FOR = ["campaign", "amount", "currency", "recipient", "reference"] as const;

/** Additional members of a sandbox claim's answer: that it is a preview, and of which claim. */
export const PREVIEWED_CLAIM: TwinAddition = {
  shape: Type.Object({
    claim_status: Type.Literal("sandbox_preview", {
      description: "Always sandbox_preview; status is the state of the claim.",
    }),
    claim_url: Type.String({
      description: "A page that explains the sandbox; a live claim's is the recipient's page.",
    }),
    requested_claim: Type.Object(
      {
        campaign: Type.String({ description: "Purpose of the requested claim." }),
        amount: Type.String({
          description: "Amount of the requested claim in its currency, as a decimal text.",
        }),
        currency: Type.String({ description: "Currency of the requested claim." }),
        recipient: Type.Object(
          {
            user_id: Nullable(Type.String(), {
              description: "The service's id of the user; null if there is none.",
            }),
            email: Nullable(Type.String(), {
              description: "The recipient's e-mail address; null if none was given.",
            }),
            name: Nullable(Type.String(), { description: "The recipient's name; null if none was given." }),
          },
          { description: "The recipient of the requested claim." },
        ),
        reference: Nullable(Type.String(), {
          description: "Your own reference of the claim; null if none was given.",
        }),
      },
      { description: "The claim as you requested it, in its own currency." },
    ),
  }),
  of: (answered) => ({
    claim_status: "sandbox_preview",
    claim_url: sandboxClaimUrl(String(answered.claim_url), String(answered.claim_code)),
    requested_claim: Object.fromEntries(ASKED_FOR.map((name) => [name, answered[name]])),
  }),
};

/** The additions of each claim of a list. */
export const PREVIEWED_CLAIMS: TwinAddition = {
  shape: Type.Object({
    claims: Type.Array(Type.Object({ ...Claim.properties, ...PREVIEWED_CLAIM.shape.properties }), {
      description: "Claims, newest first.",
    }),
  }),
  of: ({ claims }, sql) => ({
    claims: (claims as Record<string, unknown>[]).map((claim) => ({
      ...claim,
      ...PREVIEWED_CLAIM.of(claim, sql),
    })),
  }),
};
