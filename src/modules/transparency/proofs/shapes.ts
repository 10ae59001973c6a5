import { type TSchema, Type } from "@sinclair/typebox";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { FRESHNESS, type Proof } from "./proof.ts";

/** Whole tokens as an exact decimal text. */
export function Tokens(description?: string) {
  return Type.String({
    pattern: "^-?[0-9]+(\\.[0-9]+)?$",
    ...(description === undefined ? {} : { description }),
    examples: ["1250.5"],
  });
}

const Path = (description: string, example: string) => Type.String({ description, examples: [example] });

const LogPlace = Type.Object(
  {
    index: Type.Integer({ description: "Index of the entry, from 0." }),
    tree_size: Type.Integer({ description: "Number of entries covered by the checkpoint." }),
    checkpoint: Path("The newest signed checkpoint.", "/log/checkpoint"),
    vkey: Path("The verifier key of the checkpoint.", "/log/vkey"),
    proof: Path("An offline proof of the entry.", "/log/proof/7"),
    tile: Path("The tile with the entry's hash.", "/log/tile/0/000.p/8"),
    entries: Path("The bundle with the entry.", "/log/tile/entries/000.p/8"),
    sha256: Type.String({ description: "SHA-256 of the logged object, in hex." }),
    object: Path(
      "The logged object: this proof as of logged_at in RFC 8785 form, without trust_context.log.",
      "/log/objects/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    logged_at: Timestamp({ description: "Time of the logged data." }),
  },
  { description: "The proof's entry in the signed log." },
);

/** Shape of a proof's JSON. */
export function proofShape(proof: Proof) {
  const rows = Object.fromEntries(
    Object.entries(proof.columns).map(([name, meaning]) => [name, cellShape(name, meaning)]),
  );
  return Type.Object({
    generated_at_utc: Nullable(Timestamp(), {
      description: "Time of the oldest data behind the figures; null before the first figures.",
    }),
    status: OneOf(["ok", "warn", "bad"], {
      description: "warn: stale or missing; bad: the figures contradict an expectation.",
    }),
    freshness_status: OneOf(FRESHNESS, { description: "Whether the figures are within their age limit." }),
    age_hours: Nullable(
      Type.Number({ description: "Age of the figures in hours, truncated to 2 decimals." }),
    ),
    [proof.limitField]: Type.Number({ description: "Age in hours after which figures are stale." }),
    source: Type.String({ description: "The job that produces the figures.", examples: [proof.source] }),
    ...proof.shape,
    rows: Type.Array(Type.Object(rows), { description: "The rows of the CSV, one per subject." }),
    trust_context: Type.Object(
      {
        chain_mode: proof.readsChain ? ChainModeShape : Nullable(ChainModeShape),
        mint: Described(
          proof.readsChain ? Type.String() : Nullable(Type.String()),
          "The token's mint address.",
        ),
        rpc_hosts: Type.Array(Type.String(), {
          description: "Scheme and host of the RPC addresses that agreed.",
        }),
        method: Type.String({
          description: "RPC methods or records from which the figures are derived.",
          examples: [proof.method],
        }),
        slot: Nullable(Type.Integer({ description: "Oldest finalized slot behind the figures." })),
        log: Nullable(LogPlace, {
          description: "The proof's entry in the signed log; null until it is logged and the log is signed.",
        }),
      },
      { description: "Source of the figures: chain, method and log entry." },
    ),
  });
}

/** Shape of a CSV cell. The subject is always a string. */
function cellShape(name: string, description: string): TSchema {
  if (name === "subject") return Type.String({ description, examples: ["all"] });
  return Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description });
}
