import { expect, test } from "bun:test";
import { drawablePart } from "../../../src/pages/index.ts";

test.each([
  ["Fire 🔥 & Ice", "Fire & Ice"],
  ["👩‍👩‍👧‍👦🎸 Fire 日本語", "Fire"],
  ["Love「愛」", "Love"],
  ["हिन्दी Song", "Song"],
  ["Žluťoučký Ωμέγα Ёлка 12 €", "Žluťoučký Ωμέγα Ёлка 12 €"],
  ["أغنية 🎸 !", ""],
])("of %j the font draws %j", (text, drawn) => {
  expect(drawablePart(text)).toBe(drawn);
});
