import { availableParallelism } from "node:os";
import { SECOND_MS } from "../../../kit/clock.ts";
import { entryPoint } from "../../../kit/process/entry-point.ts";
import { Thread } from "../../../kit/process/thread.ts";
import type { Finding } from "../../platform/invariants/index.ts";
import { type Answer, answerQuestions, type Question, type SharedQuestions } from "./answer.ts";

const WORKER_URL = entryPoint("modules/operations/invariants/answer-worker.ts");

/** Beside the caller's: the longest question takes more than a quarter of the whole. */
const MOST_THREADS = 3;

/**
 * Answers questions in threads, with the caller's as many as there are cores. Each takes the next question once it has
 * answered one, so that they end at about the same time; those that take long come first. Returns the findings by name:
 * of several questions with the same name, the first that failed.
 * @param meanwhile the caller's own work, before it answers questions, too. @throws Error if a thread fails
 */
export async function answerInThreads<Value>(
  questions: readonly Question[],
  meanwhile: () => Value,
): Promise<{ findings: Map<string, Finding>; value: Value }> {
  const shared: SharedQuestions = { questions, taken: new Int32Array(new SharedArrayBuffer(4)) };
  const count = Math.min(questions.length, MOST_THREADS, Math.max(1, availableParallelism() - 1));
  const threads = Array.from({ length: count }, newThread);
  const asked = Promise.allSettled(threads.map((thread) => thread.ask(shared)));
  try {
    const value = meanwhile();
    const own = answerQuestions(shared);
    const others = (await asked).map((answer) => {
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    });
    return { findings: byName([own, ...others].flat()), value };
  } finally {
    // After a failure nobody waits for the rest.
    Atomics.store(shared.taken, 0, questions.length);
    await asked;
    for (const thread of threads) await thread.end();
  }
}

/** Where parts of a check find the same fault, one of them says enough. */
function byName(answers: readonly Answer[]): Map<string, Finding> {
  const findings = new Map<string, Finding>();
  for (const { name, finding } of answers) if (findings.get(name)?.ok !== false) findings.set(name, finding);
  return findings;
}

function newThread(): Thread<SharedQuestions, Answer[]> {
  return new Thread({ url: WORKER_URL, name: "a check of files", idleMs: 10 * SECOND_MS });
}
