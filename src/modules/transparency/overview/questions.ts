import { formatFigure } from "../../../kit/figures.ts";
import type { PublishedProof } from "../proofs/index.ts";
import type { ControlStatus, KindedControl } from "../trust-dashboard/index.ts";

/** A holder's question with its answer. */
export interface Verdict {
  id: "mint" | "freeze" | "holders" | "moves" | "covered";
  question: string;
  status: ControlStatus;
  /** One sentence. */
  answer: string;
  /** Path of the evidence. */
  evidence: string;
  /** Unix milliseconds of the evaluated data; null without data. */
  checkedAt: number | null;
  /** How a reader verifies the answer without trusting the project. */
  check: string;
  /** What follows neither from the answer nor from its evidence. */
  limits: string;
}

type Text = Pick<Verdict, "id" | "question" | "check" | "limits">;

const MINT: Text = {
  id: "mint",
  question: "Can anyone mint more?",
  check: "Open the mint in any explorer and read its mint authority.",
  limits: "Tokens minted before today can still be sold, and a key that is held can be handed on.",
};
const FREEZE: Text = {
  id: "freeze",
  question: "Can anyone freeze accounts?",
  check: "Open the mint in any explorer and read its freeze authority and its extensions.",
  limits: "Exchanges and other custodians can still freeze the tokens that they keep for you.",
};
const HOLDERS: Text = {
  id: "holders",
  question: "Who holds how much?",
  check: "Compare the largest owners with an explorer's list of holders.",
  limits:
    "One person can own many addresses, and one address can belong to many. Labels are the project's word.",
};
const MOVES: Text = {
  id: "moves",
  question: "Does anything move oddly?",
  check: "Open an anomaly's transaction in an explorer, or repeat the run from the published rows.",
  limits:
    "Only movements of this token are examined, by the published thresholds. Prices and trades are not.",
};
const COVERED: Text = {
  id: "covered",
  question: "Are liabilities covered?",
  check: "Users ask for the path of their balance and verify that it leads to the published total.",
  limits:
    "It does not show debts outside this service, nor that nobody else may claim the treasury. Unredeemed donation claims are not counted.",
};

/** Who can change the token, as read from the mint; null addresses for nobody. */
type Authorities = Record<"mint_authority" | "freeze_authority", string | null>;

interface Sources {
  controls: readonly KindedControl[];
  /** Null until the mint was read. */
  authorities: Authorities | null;
  solvency: PublishedProof | null;
}

/** The answers for the top of the page, in the order of the questions. */
export function answerQuestions({ controls, authorities, solvency }: Sources): Verdict[] {
  const of = (id: string) => controls.find((each) => each.id === id);
  const power = (id: keyof Authorities) => judgePower(of(id), authorities === null ? null : authorities[id]);
  return [
    verdictOf(MINT, authorities === null ? [] : [power("mint_authority")]),
    verdictOf(FREEZE, authorities === null ? [] : [power("freeze_authority"), of("extensions")]),
    verdictOf(HOLDERS, [of("owner_share")]),
    verdictOf(MOVES, [of("audit_run")]),
    { ...COVERED, ...coverageOf(solvency) },
  ];
}

/**
 * A control compares with the announcement; a holder asks whether somebody has the power at all: one that is held needs
 * a look even if it was announced.
 */
function judgePower(control: KindedControl | undefined, holder: string | null): KindedControl | undefined {
  if (control === undefined || control.status === "bad" || holder === null) return control;
  return { ...control, status: "warn" };
}

/** Worst first; unknown is worse than ok, so that a missing reading never looks like a good one. */
const ORDER: readonly ControlStatus[] = ["bad", "warn", "unknown", "ok"];

function verdictOf(text: Text, found: readonly (KindedControl | undefined)[]): Verdict {
  const controls = found.filter((each) => each !== undefined);
  const [first] = controls;
  const status = ORDER.find((each) => controls.some((control) => control.status === each)) ?? "unknown";
  const times = controls.flatMap(({ checkedAt }) => checkedAt ?? []);
  return {
    ...text,
    status,
    answer:
      controls.length === 0
        ? "Not read from the chain yet."
        : controls.map(({ summary }) => summary).join(" "),
    evidence: first?.evidence ?? "/transparency/trust",
    checkedAt: times.length === 0 ? null : Math.min(...times),
  };
}

function coverageOf(
  published: PublishedProof | null,
): Pick<Verdict, "status" | "answer" | "evidence" | "checkedAt"> {
  const found = published?.found ?? null;
  if (published === null || found === null)
    return {
      status: "unknown",
      answer: "Balances or the treasury were not counted yet.",
      evidence: "/proofs",
      checkedAt: null,
    };
  const { status, coverage_pct } = published.statement;
  const shared = { status, evidence: "/api/public/solvency.json", checkedAt: found.takenAt };
  if (coverage_pct === null) return { ...shared, answer: "No tokens are owed to users." };
  const percent = formatFigure(Number(coverage_pct), 2);
  return { ...shared, answer: `The treasury holds ${percent} % of the tokens owed to users.` };
}
