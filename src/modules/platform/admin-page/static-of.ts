import type { Static, TObject } from "@sinclair/typebox";

/** The values of a shape; empty without a shape. */
export type StaticOf<Shape extends TObject | undefined> = Shape extends TObject
  ? Static<Shape>
  : Record<string, never>;
