import { Type } from "@sinclair/typebox";

export const Changelog = Type.Object({
  count: Type.Integer({ description: "Number of versions." }),
  releases: Type.Array(
    Type.Object({
      version: Type.String({ description: "Semantic version." }),
      released: Type.Boolean({ description: "False for what this build adds to the last release." }),
      date: Type.String({
        description: "UTC day of the release; of the build where it is not released yet.",
      }),
      changes: Type.Array(Type.String(), { description: "One sentence or more each." }),
    }),
    { description: "Newest first." },
  ),
});
