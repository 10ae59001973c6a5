import { Type } from "@sinclair/typebox";
import { OneOf } from "../../../http/schema/shapes.ts";

export const SdkManifest = Type.Object({
  version: Type.String({ description: "Version of this build, as printed by `salute version`." }),
  openapi_url: Type.String({
    description: "URL of the OpenAPI document from which the clients are generated.",
  }),
  count: Type.Integer({ description: "Number of clients." }),
  clients: Type.Array(
    Type.Object({
      language: OneOf(["typescript", "python"], { description: "Programming language." }),
      name: Type.String({ description: "Name of the package." }),
      version: Type.String({ description: "Version of the package; equal to that of the build." }),
      url: Type.String({ description: "URL from which npm or pip installs it." }),
      sha256: Type.String({ description: "SHA-256 of the file, in hex." }),
      bytes: Type.Integer({ description: "Size of the file in bytes." }),
      install: Type.String({ description: "Command that installs it." }),
    }),
    { description: "One package per language." },
  ),
  tool: Type.Object(
    {
      name: Type.String({ description: "Name of the program." }),
      version: Type.String({ description: "Its version; equal to that of the build." }),
      url: Type.String({ description: "URL of the program, which is one file." }),
      sha256: Type.String({ description: "SHA-256 of the file, in hex." }),
      bytes: Type.Integer({ description: "Size of the file in bytes." }),
      run: Type.String({ description: "Command that downloads it and brings events to a receiver." }),
      npx: Type.String({ description: "The same with npm, from the TypeScript client." }),
    },
    {
      description:
        "Commands for developers: listen, trigger, logs tail, events resend, call. Needs Node.js 18.",
    },
  ),
});
