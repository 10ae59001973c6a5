import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { readAnswer } from "../../../kit/network/read-answer.ts";

const Leading = Type.Object({ leader: Type.Literal(true) });
const LEADING = checkedJson("The answer of /leaderz", Leading);

const MAX_ANSWER_BYTES = 64 * 1024;

/** Whether a machine answers at this address that leads and accepts changes. */
export async function leads(address: string, timeoutMs: number): Promise<boolean> {
  const base = address.replace(/\/+$/, "").replace(/\/leaderz$/, "");
  try {
    const response = await fetch(`${base}/leaderz`, {
      headers: { accept: "application/json", "user-agent": "salute-standby" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await readAnswer(response, MAX_ANSWER_BYTES)).toString("utf8");
    return response.status === 200 && LEADING.read(body).leader;
  } catch {
    return false;
  }
}
