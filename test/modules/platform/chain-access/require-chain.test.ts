import { expect, test } from "bun:test";
import { DemoReader } from "../../../../src/chain/demo-reader.ts";
import { ChainUnavailable } from "../../../../src/chain/errors.ts";
import { reading, requireChain } from "../../../../src/modules/platform/chain-access/index.ts";
import { ManualClock } from "../../../harness/app/clock.ts";

const failing = (error: Error) => reading(() => Promise.reject(error));

test("a chain that is not configured is rpc_unavailable and names the settings; one that cannot be read says when to retry", async () => {
  const refusal = { code: "rpc_unavailable", status: 503, options: { headers: { "retry-after": "30" } } };
  const missing = expect.objectContaining({
    code: "rpc_unavailable",
    status: 503,
    message: expect.stringContaining("SOLANA_RPC_URLS and TOKEN_MINT"),
    options: {},
  });
  expect(() => requireChain(null)).toThrow(missing);
  await expect(failing(new ChainUnavailable("secret host"))).rejects.toMatchObject(refusal);
  await expect(failing(new ChainUnavailable("secret host"))).rejects.not.toThrow("secret");
});

test("a chain that answers is used as it is, and a fault of ours stays one", async () => {
  const reader = new DemoReader(new ManualClock());
  expect(requireChain(reader)).toBe(reader);
  expect((await reading(() => reader.getMint())).decimals).toBe(9);
  await expect(failing(new TypeError("a bug"))).rejects.toBeInstanceOf(TypeError);
});
