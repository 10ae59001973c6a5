import { answerRequests } from "../../kit/process/thread-work.ts";
import { overwrite } from "./overwrite.ts";

/** The thread that writes large content. A separate entry point, which the build names beside main.ts. */
answerRequests(overwrite);
