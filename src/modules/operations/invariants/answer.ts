import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError } from "../../../db/sql.ts";
import { type Finding, findFaults, type Statement } from "../../platform/invariants/index.ts";

/** A check of one file by a statement alone, which any thread can answer. */
export interface Question {
  /** Of the check. */
  name: string;
  path: string;
  statement: Statement;
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
function answerOne({ path, statement }: Question): Finding {
  try {
    return readDatabase(path, (sql) => {
      if (statement.cacheKib !== undefined) sql.run(`PRAGMA cache_size = -${statement.cacheKib}`);
      return findFaults(sql, statement);
    });
  } catch (error) {
    if (isSqliteError(error, "SQLITE_")) return { ok: false, detail: (error as Error).message };
    throw error;
  }
}
