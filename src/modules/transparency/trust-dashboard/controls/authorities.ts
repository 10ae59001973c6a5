import {
  type FiguresByKind,
  readFigure,
  reviewAuthorities,
  type TrackedToken,
} from "../../../token/figures/index.ts";
import { mintAuthorities, proofPath } from "../../proofs/index.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

type Authority = "mint_authority" | "freeze_authority";

const WORDS = {
  mint_authority: { title: "Who may mint the token is as announced", verb: "mint more of the token" },
  freeze_authority: { title: "Who may freeze accounts is as announced", verb: "freeze accounts" },
} as const satisfies Record<Authority, { title: string; verb: string }>;

/** Who may mint, who may freeze, and what the token's extensions allow. */
export function authorityControls({ live, log, token }: TrustSource): Control[] {
  const figure = token === null ? null : readFigure(live.read, token, "mint_authorities").figure;
  const shared = {
    evidence: figure === null ? "/proofs" : proofPath(mintAuthorities),
    checkedAt: figure?.takenAt ?? null,
    log: figure === null ? null : placeOfKind(log, mintAuthorities.name),
  };
  const judge = (authority: Authority) =>
    figure === null || token === null ? NOT_READ : judgeAuthority(figure.data, token, authority);
  return [
    { id: "mint_authority", title: WORDS.mint_authority.title, ...judge("mint_authority"), ...shared },
    { id: "freeze_authority", title: WORDS.freeze_authority.title, ...judge("freeze_authority"), ...shared },
    {
      id: "extensions",
      title: "No extension of the token gives anybody power over accounts",
      ...(figure === null ? NOT_READ : judgeExtensions(figure.data)),
      ...shared,
    },
  ];
}

type Judgement = Pick<Control, "status" | "summary">;
type Authorities = FiguresByKind["mint_authorities"];

const NOT_READ: Judgement = { status: "unknown", summary: "The mint was not read yet." };

function judgeAuthority(found: Authorities, { expected }: TrackedToken, authority: Authority): Judgement {
  const { verb } = WORDS[authority];
  const holder = found[authority];
  const who = holder === null ? `Nobody may ${verb}.` : `${holder} may ${verb}.`;
  const { authorities } = reviewAuthorities(found, expected);
  const matches = authorities.find((each) => each.authority === authority)?.matches ?? null;
  if (matches === false) return { status: "bad", summary: `${who} The project announced otherwise.` };
  if (matches === true) return { status: "ok", summary: `${who} That is what the project announced.` };
  if (holder === null) return { status: "ok", summary: who };
  return { status: "warn", summary: `${who} The project announced nothing about it.` };
}

function judgeExtensions({ program, powers, unknown_extensions: unknown }: Authorities): Judgement {
  const active = powers.filter(({ is_active }) => is_active).map(({ extension }) => extension);
  if (active.length > 0) return { status: "warn", summary: `In force: ${active.join(", ")}.` };
  if (unknown.length > 0)
    return { status: "warn", summary: `This build does not know what these allow: ${unknown.join(", ")}.` };
  if (program === "spl-token")
    return { status: "ok", summary: "The token is of the plain SPL program, which has no extensions." };
  return { status: "ok", summary: "No extension allows anybody anything." };
}
