import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError } from "../../../db/sql.ts";
import {
  type Finding,
  findFaults,
  type Part,
  type Statement,
  toFinding,
} from "../../platform/invariants/index.ts";
import { indexFaults } from "./index-faults.ts";

/** A check of one file by a statement alone, or a part of it, which any thread can answer. */
export interface Question {
  /** Of the check. */
  name: string;
  path: string;
  statement: Statement;
  part: Part;
}

/** Questions for several threads. */
export interface SharedQuestions {
  questions: readonly Question[];
  /** One element in shared memory: the number of questions that a thread has taken. */
  taken: Int32Array<SharedArrayBuffer>;
}

export interface Answer {
  name: string;
  finding: Finding;
}

/** Answers questions until the threads have taken all of them. */
export function answerQuestions({ questions, taken }: SharedQuestions): Answer[] {
  const answers: Answer[] = [];
  for (;;) {
    const question = questions[Atomics.add(taken, 0, 1)];
    if (question === undefined) return answers;
    answers.push({ name: question.name, finding: answerOne(question) });
  }
}

/** A damaged file is a fault. @throws any error that SQLite does not report */
function answerOne({ path, statement, part }: Question): Finding {
  try {
    return readDatabase(path, (sql) => {
      if ("indexesOf" in part) return toFinding(indexFaults(sql, part.indexesOf), statement.whenNone);
      return findFaults(sql, { ...statement, ...part });
    });
  } catch (error) {
    if (isSqliteError(error, "SQLITE_")) return { ok: false, detail: (error as Error).message };
    throw error;
  }
}
