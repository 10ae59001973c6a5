/** @jsxImportSource preact */

import { expect, test } from "bun:test";
import { render } from "preact-render-to-string";
import { HoldersPart } from "../../../../src/modules/developers/site-pages/holders-part.tsx";
import type { Summary } from "../../../../src/modules/transparency/overview/index.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const STATUSES = ["ok", "warn", "bad", "unknown"] as const;
const MARKS = { ok: "in order", warn: "needs a look", bad: "problem", unknown: "not known" } as const;

function summaryWith(status: (typeof STATUSES)[number], changes: Partial<Summary> = {}): Summary {
  const texts = { question: "?", answer: "!", evidence: "/proofs", check: "", limits: "" };
  return {
    verdicts: (["mint", "freeze", "holders", "moves"] as const).map((id) => ({
      id,
      status,
      checkedAt: status === "unknown" ? null : NOW - 60_000,
      ...texts,
    })),
    controls: [],
    supply: null,
    run: null,
    concentration: { latest: null, count: 0, trend_points: [], chain_mode: null },
    hasSolvency: false,
    ...changes,
  };
}

const page = (summary: Summary) => render(<HoldersPart summary={summary} now={NOW} />);
const cardOf = (html: string, id: string) =>
  new RegExp(`<section id="${id}".*?</section>`, "s").exec(html)?.[0] ?? "";

test.each(STATUSES)("a verdict that is %s is marked as such, and as nothing else", (status) => {
  const html = page(summaryWith(status));
  for (const id of ["mint", "freeze", "owners", "audit"])
    for (const each of STATUSES) {
      const card = cardOf(html, id);
      expect([id, each, card.includes(`status-${each}"`)]).toEqual([id, each, each === status]);
      expect([id, each, card.includes(MARKS[each])]).toEqual([id, each, each === status]);
    }
});

test("each state of a power has a sentence of its own", () => {
  for (const id of ["mint", "freeze"]) {
    const sentences = STATUSES.map(
      (status) => /verdict-answer">(.*?)</.exec(cardOf(page(summaryWith(status)), id))?.[1],
    );
    expect(new Set(sentences).size).toBe(STATUSES.length);
    expect(sentences[1]).toStartWith("Somebody can");
  }
});
