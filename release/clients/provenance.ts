interface Build {
  version: string;
  /** The commit that was built; null outside of a repository. */
  commit: string | null;
  bunVersion: string;
  artifacts: readonly { file: string; sha256: string }[];
}

/**
 * Which source and tools the packages were built from, as an in-toto statement with SLSA provenance
 * (https://slsa.dev/spec/v1.0/provenance). It has no times: the same source gives the same statement. SHA256SUMS covers
 * it, and what signs that signs it.
 */
export function provenanceOf({ version, commit, bunVersion, artifacts }: Build): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: artifacts.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:salute:build:clients:v1",
        externalParameters: { command: "bun run release", version },
        resolvedDependencies: [
          ...(commit === null ? [] : [{ name: "source", digest: { gitCommit: commit } }]),
          { name: "bun", uri: `pkg:generic/bun@${bunVersion}` },
        ],
      },
      runDetails: { builder: { id: "urn:salute:builder:release" } },
    },
  };
}
