import { LITESTREAM_MODULE } from "../src/build/litestream.ts";
import type { Source } from "../src/build/source.ts";

export interface Artifact {
  file: string;
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
}

export interface Making {
  version: string;
  source: Source;
  targets: readonly string[];
  bunVersion: string;
  goVersion: string;
  /** URI of who builds, such as a workflow of a CI. */
  builder: string;
}

/** An in-toto statement with SLSA's provenance 1.0 (https://slsa.dev/spec/v1.0/provenance) of the files of a release. */
export function buildProvenance(artifacts: readonly Artifact[], making: Making): object {
  const { version, source, targets, bunVersion, goVersion, builder } = making;
  const { path, version: litestream, sum } = LITESTREAM_MODULE;
  const commit = source.commit?.replace(/\+.*/, "");
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: artifacts.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:salute:bun-run-release:v1",
        externalParameters: { version, targets },
        internalParameters: { SOURCE_DATE_EPOCH: source.at / 1_000, SALUTE_COMMIT: source.commit },
        resolvedDependencies: [
          {
            uri: "urn:salute:source",
            ...(commit === undefined ? {} : { digest: { gitCommit: commit } }),
            ...(source.commit === commit ? {} : { annotations: { changed: true } }),
          },
          { uri: `pkg:generic/bun@${bunVersion}` },
          { uri: `pkg:generic/go@${goVersion.replace(/^go/, "")}` },
          { uri: `pkg:golang/${path}@v${litestream}`, digest: { dirHash: goDigest(sum) } },
        ],
      },
      runDetails: { builder: { id: builder } },
    },
  };
}

/** Converts h1:… in base64 to hex. */
function goDigest(sum: string): string {
  return Buffer.from(sum.replace(/^h1:/, ""), "base64").toString("hex");
}
