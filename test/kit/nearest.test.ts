import { expect, test } from "bun:test";
import { nearest } from "../../src/kit/nearest.ts";

const NAMES = ["keys list", "keys create", "check", "doctor", "keys"];

test.each([
  ["chekc", "check"],
  ["keys lst", "keys list"],
  ["kesy", "keys"],
  ["Doctor", "doctor"],
  ["check", "check"],
  ["serve", null],
  ["", null],
])("%p means %p", (typed, meant) => {
  expect(nearest(typed, NAMES)).toBe(meant);
});

test.each([
  ["x", null],
  ["xo", "to"],
  ["xy", null],
])("at least one character of %p must be right", (typed, meant) => {
  expect(nearest(typed, ["to", "from"])).toBe(meant);
});

test.each([
  ["foo", null],
  ["tot", "toot"],
  ["mastodno", "mastodon"],
  ["masto", null],
  ["watsap", "whatsapp"],
])("%p has at most one mistake in three characters: %p", (typed, meant) => {
  expect(nearest(typed, ["toot", "mastodon", "fb", "whatsapp"])).toBe(meant);
});
