import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS, requireFigures } from "../../platform/chain-access/index.ts";
import { ProofAnswers, type ProofSource } from "./answers.ts";
import { PROOFS } from "./list.ts";
import type { Proof } from "./proof.ts";
import { proofShape } from "./shapes.ts";

/** The proofs as JSON and CSV, from the same rows. Without a chain, those that read it answer 503. */
export function proofRoutes(source: ProofSource): Operation[] {
  return PROOFS.flatMap((proof) => {
    const answers = new ProofAnswers(source, proof);
    const read = (format: "json" | "csv", now: number) => {
      return requireFigures(answers.at(format, now), proof.readsChain ? source.token : source);
    };
    return [jsonRoute(proof, (now) => read("json", now)), csvRoute(proof, (now) => read("csv", now))];
  });
}

type ReadProof = (
  now: number,
) => ReturnType<typeof requireFigures<NonNullable<ReturnType<ProofAnswers["at"]>>>>;

function jsonRoute(proof: Proof, read: ReadProof): Operation {
  return readOperation({
    id: `get${pascal(proof.name)}`,
    method: "GET",
    path: `/api/public/${proof.slug}.json`,
    group: "proofs",
    summary: `Read the proof: ${proof.title.toLowerCase()}`,
    outcome: `The figures with the evidence behind them: ${proof.title.toLowerCase()}.`,
    description: `${proof.about} ${FRESHNESS_NOTE} trust_context.log names the entry in the signed log. The page /proofs verifies it in the browser.`,
    access: anyone(),
    response: proofShape(proof),
    validators: true,
    errors: proof.readsChain ? [CHAIN_ERRORS.rpc_unavailable] : [],
    read: ({ now }) => read(now),
  });
}

const FRESHNESS_NOTE =
  "The figures date from generated_at_utc. While no newer ones are available they are still served, marked as stale.";

function csvRoute(proof: Proof, read: ReadProof): Operation {
  return readOperation({
    id: `get${pascal(proof.name)}Csv`,
    method: "GET",
    path: `/api/public/${proof.slug}.csv`,
    group: "proofs",
    summary: `Read the proof as CSV: ${proof.title.toLowerCase()}`,
    description: "The rows of the JSON, one per subject, each with the proof's freshness.",
    access: anyone(),
    response: {
      mediaType: "text/csv",
      description: "RFC 4180, with a header row.",
      example: `${Object.keys(proof.columns).join(",")},generated_at_utc,status,freshness_status,age_hours,${proof.limitField},source,chain_mode,mint,slot,log_index\r\n`,
    },
    validators: true,
    errors: proof.readsChain ? [CHAIN_ERRORS.rpc_unavailable] : [],
    read: ({ now }) => read(now),
  });
}

function pascal(name: string): string {
  return name.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
