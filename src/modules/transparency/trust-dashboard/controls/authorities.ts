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
  mint_authority: { title: "The mint authority is as announced", verb: "mint more of the token" },
  freeze_authority: { title: "The freeze authority is as announced", verb: "freeze accounts" },
} as const satisfies Record<Authority, { title: string; verb: string }>;

/** Controls of the mint authority, the freeze authority and the token's extensions. */
export function authorityControls({ live, log, token }: TrustSource): Control[] {
  const figure = token === null ? null : readFigure(live.read, token, "mint_authorities").figure;
  const shared = {
    evidence: figure === null ? "/proofs" : proofPath(mintAuthorities),
    checkedAt: figure?.takenAt ?? null,
    log: figure === null ? null : placeOfKind(log, mintAuthorities.name),
  };
  const check = (authority: Authority) =>
    figure === null || token === null ? NOT_READ : checkAuthority(figure.data, token, authority);
  return [
    { id: "mint_authority", title: WORDS.mint_authority.title, ...check("mint_authority"), ...shared },
    { id: "freeze_authority", title: WORDS.freeze_authority.title, ...check("freeze_authority"), ...shared },
    {
      id: "extensions",
      title: "No token extension grants power over accounts",
      ...(figure === null ? NOT_READ : checkExtensions(figure.data)),
      ...shared,
    },
  ];
}

type Result = Pick<Control, "status" | "summary">;
type Authorities = FiguresByKind["mint_authorities"];

const NOT_READ: Result = { status: "unknown", summary: "The mint has not been read yet." };

function checkAuthority(found: Authorities, { expected }: TrackedToken, authority: Authority): Result {
  const { verb } = WORDS[authority];
  const holder = found[authority];
  const current = holder === null ? `Nobody can ${verb}.` : `${holder} can ${verb}.`;
  const { authorities } = reviewAuthorities(found, expected);
  const matches = authorities.find((each) => each.authority === authority)?.matches ?? null;
  if (matches === false) return { status: "bad", summary: `${current} This differs from the announcement.` };
  if (matches === true) return { status: "ok", summary: `${current} This matches the announcement.` };
  if (holder === null)
    return { status: "unknown", summary: `${current} Read; nothing was announced to compare with.` };
  return { status: "warn", summary: `${current} The project has not announced this.` };
}

function checkExtensions({ program, powers, unknown_extensions: unknown }: Authorities): Result {
  const active = powers.filter(({ is_active }) => is_active).map(({ extension }) => extension);
  if (active.length > 0) return { status: "warn", summary: `In force: ${active.join(", ")}.` };
  if (unknown.length > 0)
    return { status: "warn", summary: `Extensions unknown to this version: ${unknown.join(", ")}.` };
  if (program === "spl-token")
    return { status: "ok", summary: "The token uses the SPL Token program, which has no extensions." };
  return { status: "ok", summary: "No extension grants power over accounts." };
}
