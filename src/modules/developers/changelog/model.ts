import { Type } from "@sinclair/typebox";

export const Changelog = Type.Object({
  count: Type.Integer({ description: "Number of versions." }),
  releases: Type.Array(
    Type.Object({
      version: Type.String({ description: "Version of the release (Semantic Versioning)." }),
      released: Type.Boolean({ description: "False for changes of this build since the last release." }),
      date: Type.String({
        description: "UTC day of the release; for unreleased changes, of the build.",
      }),
      changes: Type.Array(Type.String(), {
        description: "Changes of the version, one or more sentences each.",
      }),
    }),
    { description: "Versions with their changes, newest first." },
  ),
});
