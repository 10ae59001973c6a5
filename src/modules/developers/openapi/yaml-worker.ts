import { answerRequests } from "../../../kit/process/thread-work.ts";
import { toYaml } from "./to-yaml.ts";

/** The thread that writes a document as YAML. A separate entry point, which the build names beside main.ts. */

answerRequests((json: string) => toYaml(JSON.parse(json)));
