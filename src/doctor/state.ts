import { isoUtc } from "../kit/clock.ts";
import { bad, type Diagnosis, ok, warn } from "./diagnosis.ts";
import type { Facts, StateFacts } from "./facts.ts";

export function keyCopies({ keyCopies }: StateFacts): Diagnosis | null {
  if (keyCopies === null) return null;
  if (keyCopies === "exported") return ok("exported");
  return warn(
    keyCopies === "changed"
      ? "The key files changed since they were exported: a backup made now cannot be opened with the copy."
      : "The key files were never exported: without master.key the secrets in a backup cannot be opened.",
    "salute keyfiles export --to DIR, on another disk",
  );
}

export function owner({ now }: Facts, { operators, firstStartDone }: StateFacts): Diagnosis {
  const owners = operators.filter((each) => each.role === "owner" && each.status === "active");
  if (owners.length === 0) {
    return firstStartDone
      ? bad(
          "No active operator is an owner: nobody can manage operators and keys on the pages.",
          "salute operators create --name NAME --role owner",
        )
      : ok("the first start makes one");
  }
  const ways = owners.map((each) => {
    if (each.link_used === 1) return { name: each.name, state: "a password" } as const;
    const isOpen = each.link_expires_at !== null && each.link_expires_at > now;
    return {
      name: each.name,
      state: isOpen ? "an open link" : "nothing",
      until: each.link_expires_at,
    } as const;
  });
  const names = (state: string) => ways.filter((each) => each.state === state).map((each) => each.name);
  if (names("a password").length > 0) return ok(`${names("a password").join(", ")} can sign in`);
  const [open] = ways.filter((each) => each.state === "an open link");
  if (open?.until != null) {
    return warn(
      `${open.name} has no password yet; the link for it ends ${isoUtc(open.until)}.`,
      `Open the link, or print another: salute operators reset --name ${open.name}`,
    );
  }
  return warn(
    `No owner can sign in: ${names("nothing").join(", ")} never set a password, and the link for it is over.`,
    `salute operators reset --name ${names("nothing")[0] ?? "NAME"}`,
  );
}

export function safeMode({ safeMode, restored }: StateFacts): Diagnosis {
  if (safeMode === null) return ok("off");
  if (restored !== null)
    return warn(
      `On since the restore from ${restored.from} at ${isoUtc(restored.at)}. Every change answers 503 safe_mode.`,
      "salute check, and a look at the pages; then: salute resume",
    );
  const words = `On since ${isoUtc(safeMode.since)}: ${safeMode.reason.replace(/\.$/, "")}. Every change answers 503 safe_mode.`;
  if (safeMode.lease !== null) return warn(words, "Nobody switches it off by hand: see lease.");
  return warn(words, "salute check; once it is in order: salute safe-mode off");
}
