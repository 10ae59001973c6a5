import bin from "../../../../clients/typescript/bin.json";
import { VERSION } from "../../../kit/process/version.ts";

/** The commands of the npm package as a file of their own, for Node.js without npm. */
export const TOOL = {
  name: "salute",
  file: `salute-${VERSION}.mjs`,
  mediaType: "text/javascript; charset=utf-8",
  bytes: new TextEncoder().encode(bin["bin/salute.js"]),
};
