import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

export const LatestQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
});

export const LatestTransactions = Type.Object({
  rows: Type.Array(
    Type.Object({
      signature: Type.String({ description: "Names the transaction on the chain." }),
      block_time: Nullable(Timestamp(), { description: "Null if the chain does not give it." }),
      token_delta: Type.String({
        pattern: "^-?[0-9]+(\\.[0-9]+)?$",
        description: "Whole tokens moved, exact; negative for burned tokens.",
      }),
      slot: Type.Integer({ description: "The chain's slot that it was read at." }),
    }),
    {
      description: "Finalized, successful transactions of the mint and the project's wallets, newest first.",
    },
  ),
  count: RowCount,
  limit: Type.Integer({ description: "Most rows in the answer." }),
  synced_at_utc: Nullable(Timestamp(), {
    description: "Newer ones are not known yet; null before the first sync.",
  }),
  chain_mode: ChainModeShape,
});
