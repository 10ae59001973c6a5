import { answerRequests } from "../../../kit/process/thread-work.ts";
import { answerQuestions } from "./answer.ts";

/** A thread of a check of files. A separate entry point, which the build names beside main.ts. */

answerRequests(answerQuestions);
