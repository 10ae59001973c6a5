import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { scratchFile } from "../processes/servers.ts";
import { ACCOUNTS, freePort, json, type Peer, send, startProcess, toAmount, untilAnswers } from "./peer.ts";

const MODULE = "github.com/pocketbase/pocketbase@v0.39.9";
const SUPERUSER = { identity: "bench@example.test", password: "bench-password" };
const RECORDS = "/api/collections/entries/records";

/** Builds `baselines/pocketbase.go`. @returns its path, or what is missing */
export async function buildPocketbase(): Promise<{ program: string } | string> {
  if (Bun.which("go") === null) return "go, which builds it from its module";
  const cwd = scratchFile("go");
  mkdirSync(cwd);
  copyFileSync(join(import.meta.dir, "../baselines/pocketbase.go"), join(cwd, "main.go"));
  for (const step of ["mod init bench", `get ${MODULE}`, "mod tidy", "build -o pocketbase ."]) {
    const run = Bun.spawn(["go", ...step.split(" ")], { cwd, stderr: "pipe" });
    const words = await new Response(run.stderr).text();
    if ((await run.exited) !== 0) throw new Error(`PocketBase could not be built: go ${step}\n${words}`);
  }
  return { program: join(cwd, "pocketbase") };
}

/**
 * PocketBase's plain creation and reading of records. It checks no signature, nonce or idempotency key and keeps no balance.
 * It flushes commits at checkpoints only; so that like is compared with like, it is measured with a flush per commit, too.
 */
export async function startPocketbase(program: string, synchronous: "NORMAL" | "FULL"): Promise<Peer> {
  const directory = scratchFile(`pocketbase-${synchronous}`);
  mkdirSync(directory);
  const data = ["--dir", directory];
  const options = { env: { ...Bun.env, SYNCHRONOUS: synchronous } };
  const { identity, password } = SUPERUSER;
  await startProcess([program, "superuser", "upsert", identity, password, ...data], options).exited;
  const port = freePort();
  const child = startProcess([program, "serve", "--http", `127.0.0.1:${port}`, ...data], options);
  await untilAnswers(port, "/api/health");
  const signIn = json("POST", "/api/collections/_superusers/auth-with-password", SUPERUSER);
  const { token } = await send<{ token: string }>(port, signIn);
  const collection = {
    name: "entries",
    type: "base",
    createRule: "",
    viewRule: "",
    fields: [
      { name: "user_id", type: "number" },
      { name: "amount", type: "number" },
      { name: "reason", type: "text" },
      { name: "source", type: "text" },
    ],
  };
  await send(port, json("POST", "/api/collections", collection, { authorization: token }));
  const create = (index: number) =>
    json("POST", RECORDS, {
      user_id: index % ACCOUNTS,
      amount: toAmount(index),
      reason: "quest",
      source: "bench",
    });
  const ids: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) ids.push((await send<{ id: string }>(port, create(i))).id);
  const isFlushing = synchronous === "FULL";
  return {
    name: isFlushing ? "PocketBase, flushing each commit" : "PocketBase",
    port,
    processes: [child],
    afterPowerLoss: isFlushing ? "nothing" : "what was acknowledged since the last checkpoint",
    credit: create,
    ...(!isFlushing && {
      balance: (index: number) => ({
        method: "GET",
        target: `${RECORDS}/${ids[index % ACCOUNTS]}`,
        headers: {},
      }),
    }),
  };
}
