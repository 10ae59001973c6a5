import { expect, setDefaultTimeout, test } from "bun:test";
import { completeClaimed } from "../../../src/commands/second-machine/promote.ts";
import { createLogger } from "../../../src/kit/process/log.ts";
import { StoreError } from "../../../src/modules/operations/lease/index.ts";

/** A pause of some seconds between two attempts. */
setDefaultTimeout(30_000);

const log = createLogger("error", false);

/** A promotion whose completion first fails with these errors. Counts the attempts. */
function failing(...errors: Error[]) {
  const found = { attempts: 0 };
  const complete = async () => {
    found.attempts++;
    const error = errors.shift();
    if (error !== undefined) throw error;
    return { from: { epoch: 0, replica: "" }, files: [], signsOn: true, announces: "Epoch 1 starts here." };
  };
  return { found, complete };
}

test("a request of the store that fails after the claim does not end the promotion", async () => {
  const { found, complete } = failing(new StoreError("the store answered 503"));
  expect(await completeClaimed({ complete }, { epoch: 1 }, log)).toBe("Epoch 1 starts here.");
  expect(found.attempts).toBe(2);
});

test("an error that no attempt can mend ends it at once", async () => {
  const { found, complete } = failing(new Error("a defect"));
  const [outcome] = await Promise.allSettled([completeClaimed({ complete }, { epoch: 1 }, log)]);
  expect([outcome, found.attempts]).toMatchObject([
    { status: "rejected", reason: { message: "a defect" } },
    1,
  ]);
});
