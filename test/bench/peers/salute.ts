import { sign, signedPost } from "../../harness/app/signing.ts";
import { createUsers } from "../load/work.ts";
import { startSalute } from "../processes/servers.ts";
import { ACCOUNTS, type Asked, type Peer, send, toAmount } from "./peer.ts";

export async function startOurs(): Promise<Peer> {
  Object.assign(Bun.env, {
    WEBHOOK_ALLOW_HTTP: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
    RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  });
  const server = await startSalute();
  const { port, key } = server;
  const userIds = await createUsers(server, ACCOUNTS);

  const post = (target: string, content: object): Asked => ({
    target,
    ...signedPost(key, target, { body: JSON.stringify(content) }),
  });
  const credit = (index: number, reason: string) =>
    post("/api/salutes/credit", {
      user_id: userIds[index % ACCOUNTS],
      amount: toAmount(index),
      reason,
      source: "bench",
    });
  return {
    name: "salute",
    port,
    processes: [server.process],
    afterPowerLoss:
      "nothing: a credit is flushed with its event before the answer, and each event is delivered at least once",
    credit: (index) => credit(index, "quest"),
    balance(index) {
      const target = `/api/salutes/balance?user_id=${userIds[index % ACCOUNTS]}`;
      return {
        method: "GET",
        target,
        headers: sign(key, "GET", target, { timestamp: Math.floor(Date.now() / 1000) }),
      };
    },
    async listen(url) {
      await send(port, post("/api/partner/webhooks", { event_type: "*", target_url: url }));
    },
    event: (text) => credit(0, text),
  };
}
