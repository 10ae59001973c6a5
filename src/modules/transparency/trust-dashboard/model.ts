import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { CONTROL_STATUSES } from "./control.ts";

const Status = OneOf(CONTROL_STATUSES);

export const TrustDocument = Type.Object({
  overall: OneOf(CONTROL_STATUSES, {
    description: "The worst of the controls; unknown ones are left out.",
  }),
  counts: Type.Object(
    { ok: Type.Integer(), warn: Type.Integer(), bad: Type.Integer(), unknown: Type.Integer() },
    { description: "Controls by status." },
  ),
  controls: Type.Array(
    Type.Object({
      id: Type.String({ examples: ["mint_authority"] }),
      title: Type.String({ examples: ["Who may mint the token is as announced"] }),
      status: Status,
      summary: Type.String({ examples: ["Nobody may mint more of the token."] }),
      evidence_url: Type.String({
        description: "A path of this host that shows what was looked at.",
        examples: ["/api/public/token-mint-authorities.json"],
      }),
      checked_at: Nullable(Timestamp(), { description: "Time of the data; null before there is any." }),
      log: Nullable(
        Type.Object({
          index: Type.Integer(),
          url: Type.String({ description: "Its offline proof.", examples: ["/log/proof/42"] }),
        }),
        { description: "The newest logged evidence; null where none is published." },
      ),
    }),
  ),
  chain_mode: Nullable(ChainModeShape, { description: "Null where no chain is configured." }),
});
