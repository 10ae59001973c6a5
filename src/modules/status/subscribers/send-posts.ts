import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { buildPost } from "./message.ts";
import { BASE } from "./notice.ts";
import { deletePost, deleteSubscriberPosts, listDuePosts, markTried, type PostRow } from "./post-store.ts";
import { endFailure, findSubscriber, markFailing, type SubscriberRow, switchOff } from "./store.ts";

/** Sends to targets of strangers, by the rules for webhook targets. */
export interface Courier {
  /** Why a URL cannot receive, as text that follows the field's name; null if it can. */
  fault: (url: string) => string | null;
  /** Never throws. `gone`: the receiver wants no more. */
  post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
  }) => Promise<"accepted" | "failed" | "gone">;
}

export interface PostParts {
  live: Database;
  keyring: Keyring;
  courier: Courier;
  baseUrl: () => string;
}

const BATCH = 10;
const MAX_ATTEMPTS = 12;
/** Nobody has agreed yet to be posted to. */
const MAX_CONFIRMATIONS = 3;
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 12 * HOUR_MS;
/** A subscriber is switched off after so long without a success in which one of its posts was always waiting. */
const FAILING_MS = 3 * DAY_MS;

interface Claim {
  post: PostRow;
  subscriber: SubscriberRow;
  now: number;
}

/** Sends due posts until none is left. A failed one is tried again after twice the wait, twelve times in two days. */
export async function sendPosts(parts: PostParts, signal: AbortSignal, now: () => number): Promise<void> {
  while (!signal.aborted && listDuePosts(parts.live.read, now(), 1).length > 0) {
    const claims = await parts.live.writer.run(claimDue);
    await Promise.all(claims.map((claim) => send(parts, claim)));
  }
}

function claimDue(tx: Tx): Claim[] {
  return listDuePosts(tx, tx.now, BATCH).flatMap((post) => {
    markTried(tx, post.id, tx.now + Math.min(FIRST_WAIT_MS * 2 ** post.attempts, LONGEST_WAIT_MS));
    const subscriber = findSubscriber(tx, post.subscriber_id);
    return subscriber === null ? [] : [{ post, subscriber, now: tx.now }];
  });
}

async function send({ live, keyring, courier, baseUrl }: PostParts, claim: Claim): Promise<void> {
  const { post, subscriber, now } = claim;
  if (subscriber.kind === "email") return;
  const base = baseUrl();
  const token = keyring.unseal(subscriber.token_sealed, subscriber.uid);
  const request = buildPost({
    id: `status_${post.id}`,
    kind: subscriber.kind,
    locale: subscriber.language,
    subject: post.subject,
    text: post.text.replaceAll(BASE, () => base),
    url: `${base}/status/subscribe/${token}`,
    token,
    now,
  });
  const url = keyring.unseal(subscriber.target_sealed, subscriber.uid);
  const outcome = await courier.post({ url, ...request });
  await live.writer.run((tx) => record(tx, claim, outcome));
}

function record(tx: Tx, { post, subscriber }: Claim, outcome: "accepted" | "failed" | "gone"): void {
  if (outcome === "accepted") {
    deletePost(tx, post.id);
    endFailure(tx, subscriber.id);
    return;
  }
  if (subscriber.confirmed_at === null) {
    if (post.attempts + 1 >= MAX_CONFIRMATIONS || outcome === "gone") deletePost(tx, post.id);
    return;
  }
  const since = markFailing(tx, subscriber.id);
  if (post.attempts + 1 >= MAX_ATTEMPTS) deletePost(tx, post.id);
  if (outcome === "failed" && tx.now - since < FAILING_MS) return;
  switchOff(tx, subscriber.id);
  deleteSubscriberPosts(tx, subscriber.id);
}
