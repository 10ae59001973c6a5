import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

export const LatestQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: "Largest number of transactions in the answer.",
  }),
});

export const LatestTransactions = Type.Object({
  rows: Type.Array(
    Type.Object({
      signature: Type.String({ description: "The transaction's signature, which names it on the chain." }),
      block_time: Nullable(Timestamp(), {
        description: "The chain's time of the transaction; null if the chain does not give it.",
      }),
      token_delta: Type.String({
        pattern: "^-?[0-9]+(\\.[0-9]+)?$",
        description: "Whole tokens moved, exact; negative for burned tokens.",
      }),
      slot: Type.Integer({ description: "Slot of the chain in which the transaction was finalized." }),
    }),
    {
      description: "Finalized, successful transactions of the mint and the project's wallets, newest first.",
    },
  ),
  count: RowCount,
  limit: Type.Integer({ description: "Largest number of rows in the answer, as requested." }),
  synced_at_utc: Nullable(Timestamp(), {
    description: "Time of the last sync; newer transactions are not known yet. Null before the first sync.",
  }),
  chain_mode: ChainModeShape,
});
