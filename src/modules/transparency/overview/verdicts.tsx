/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Time } from "../../../pages/index.ts";
import { type AnomalyRow, AUDITS_PATH, inWords } from "../public-audits/index.ts";
import type { Verdict } from "./questions.ts";

const WORDS = { ok: "in order", warn: "needs a look", bad: "problem", unknown: "not known" } as const;
const NOT_JUDGED = "not judged";

interface VerdictsProps {
  verdicts: readonly Verdict[];
  /** Worst anomalies of the latest run. */
  worst: readonly AnomalyRow[];
  now: number;
}

/** A card per question: the answer first, then its limits, its evidence and how to check it. */
export function Verdicts({ verdicts, worst, now }: VerdictsProps): JSX.Element {
  return (
    <div class="doors verdicts">
      {verdicts.map(({ id, question, status, answer, evidence, checkedAt, check, limits }) => (
        <section key={id}>
          <h2>{question}</h2>
          <p>
            <StatusMark
              status={status}
              word={status === "unknown" && checkedAt !== null ? NOT_JUDGED : WORDS[status]}
            />{" "}
            <small>{checkedAt === null ? "not read yet" : <Time at={checkedAt} now={now} />}</small>
          </p>
          <p class="verdict-answer">{answer}</p>
          {id === "moves" && <Worst rows={worst} />}
          <p>
            <strong>What this does not prove:</strong> {limits}
          </p>
          <details>
            <summary>Check it yourself</summary>
            <p>
              {check} Evidence: <a href={evidence}>{evidence.split("/").at(-1)}</a>
            </p>
          </details>
        </section>
      ))}
    </div>
  );
}

function Worst({ rows }: Record<"rows", readonly AnomalyRow[]>): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.position}>
          <a href={row.signature === null ? AUDITS_PATH : `${AUDITS_PATH}/tx/${row.signature}`}>
            {inWords(row)}
          </a>
        </li>
      ))}
    </ul>
  );
}
