import { expect, test } from "bun:test";
import { AnswerTooLong, readAnswer } from "../../src/kit/network/read-answer.ts";

test("an answer is read whole up to the limit; beyond it reading stops", async () => {
  const bytes = (count: number) => new Response(new Uint8Array(count));
  expect(await readAnswer(bytes(1_000), 1_000)).toHaveLength(1_000);
  expect(await readAnswer(new Response(null), 10)).toHaveLength(0);
  await expect(readAnswer(bytes(1_001), 1_000)).rejects.toBeInstanceOf(AnswerTooLong);
});
