import { Type } from "@sinclair/typebox";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { CONTROL_KINDS, CONTROL_STATUSES } from "./control.ts";

const Status = OneOf(CONTROL_STATUSES);

export const TrustDocument = Type.Object({
  overall: OneOf(CONTROL_STATUSES, {
    description:
      "The worst status of the controls, ignoring unknown ones. Fresh proofs alone do not make it ok.",
  }),
  counts: Type.Object(
    {
      ok: Type.Integer({ description: "Number of controls with the status ok." }),
      warn: Type.Integer({ description: "Number of controls with the status warn." }),
      bad: Type.Integer({ description: "Number of controls with the status bad." }),
      unknown: Type.Integer({ description: "Number of controls with the status unknown." }),
    },
    { description: "Number of controls by status." },
  ),
  controls: Type.Array(
    Type.Object({
      id: Type.String({
        description: "Id of the control, the same in every answer.",
        examples: ["mint_authority"],
      }),
      kind: OneOf(CONTROL_KINDS, {
        description:
          "evidence: compared with the chain, the audits and the signed log. operations: how the service is run. freshness: the age of our own proofs.",
      }),
      title: Type.String({
        description: "Title of the control in one line.",
        examples: ["The mint authority is as announced"],
      }),
      status: Described(
        Status,
        "Result of the control; unknown if nothing was measured, or nothing was announced to compare it with.",
      ),
      summary: Type.String({
        description: "Result of the control in a sentence.",
        examples: ["Nobody can mint more of the token."],
      }),
      evidence_url: Type.String({
        description: "Path of the evidence on this host.",
        examples: ["/api/public/token-mint-authorities.json"],
      }),
      checked_at: Nullable(Timestamp(), { description: "Time of the evaluated data; null without data." }),
      log: Nullable(
        Type.Object({
          index: Type.Integer({ description: "Index of the entry in the signed log, from 0." }),
          url: Type.String({
            description: "Path of the entry's offline proof.",
            examples: ["/log/proof/42"],
          }),
        }),
        { description: "The newest log entry with the evidence; null if none is published." },
      ),
    }),
    { description: "The trust controls, in a fixed order." },
  ),
  chain_mode: Nullable(ChainModeShape, {
    description:
      "Where the chain's figures are from; null if no chain is configured. Controls that need a chain are absent with `CHAIN=off`.",
  }),
});
