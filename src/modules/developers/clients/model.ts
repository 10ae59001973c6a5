import { Type } from "@sinclair/typebox";
import { OneOf } from "../../../http/schema/shapes.ts";

export const SdkManifest = Type.Object({
  version: Type.String({ description: "Of this build, as `salute version` prints it." }),
  openapi_url: Type.String({ description: "The document that the clients are written from." }),
  count: Type.Integer({ description: "Number of clients." }),
  clients: Type.Array(
    Type.Object({
      language: OneOf(["typescript", "python"], { description: "What it is for." }),
      name: Type.String({ description: "Name of the package." }),
      version: Type.String({ description: "The build's own." }),
      url: Type.String({ description: "Where npm or pip installs it from." }),
      sha256: Type.String({ description: "SHA-256 of the file, in hex." }),
      bytes: Type.Integer({ description: "Size of the file." }),
      install: Type.String({ description: "A command that installs it." }),
    }),
    { description: "A package for each language." },
  ),
});
