import { type TSchema, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { FRESHNESS, type Proof } from "./proof.ts";

/** Whole tokens, as an exact decimal text. */
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
    index: Type.Integer({ description: "Of the entry, from 0 on." }),
    tree_size: Type.Integer({ description: "Of the checkpoint." }),
    checkpoint: Path("The newest signed checkpoint.", "/log/checkpoint"),
    vkey: Path("The key that verifies it.", "/log/vkey"),
    proof: Path("An offline proof of the entry.", "/log/proof/7"),
    tile: Path("The tile with the entry's hash.", "/log/tile/0/000.p/8"),
    entries: Path("The bundle with the entry itself.", "/log/tile/entries/000.p/8"),
    sha256: Type.String({ description: "Of the logged bytes." }),
    object: Path(
      "The logged bytes: this proof at logged_at, as RFC 8785, without trust_context.log.",
      "/log/objects/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    logged_at: Timestamp({ description: "The time of the logged data." }),
  },
  { description: "Its place in the signed log." },
);

/** A proof's JSON. */
export function proofShape(proof: Proof) {
  const rows = Object.fromEntries(proof.columns.map((name) => [name, cellShape(name)]));
  return Type.Object({
    generated_at_utc: Nullable(Timestamp(), {
      description: "The time of the data, that of its oldest source; null where there is none yet.",
    }),
    status: OneOf(["ok", "warn", "bad"], {
      description: "warn: stale or missing; bad: what was found is not what is expected.",
    }),
    freshness_status: OneOf(FRESHNESS),
    age_hours: Nullable(Type.Number({ description: "Two decimals." })),
    [proof.limitField]: Type.Number({ description: "Older figures are stale." }),
    source: Type.String({ description: "The job that makes the figures.", examples: [proof.source] }),
    ...proof.shape,
    rows: Type.Array(Type.Object(rows), { description: "What the CSV has, a row a subject." }),
    trust_context: Type.Object({
      chain_mode: ChainModeShape,
      mint: Type.String(),
      rpc_hosts: Type.Array(Type.String(), { description: "Scheme and host of the addresses that agreed." }),
      method: Type.String({ examples: [proof.method] }),
      slot: Nullable(Type.Integer({ description: "Finalized; the oldest that the figures stand on." })),
      log: Nullable(LogPlace, { description: "Null until it is logged and the log is signed." }),
    }),
  });
}

/** Cells are what a CSV can hold; the subject is a text. */
function cellShape(name: string): TSchema {
  if (name === "subject") return Type.String({ examples: ["all"] });
  return Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
}
