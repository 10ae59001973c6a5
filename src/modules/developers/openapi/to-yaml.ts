/** YAML that parsers of versions 1.1 and 1.2 read alike. */
export async function toYaml(document: unknown): Promise<string> {
  // Loaded on first use: loading takes 30 ms.
  const { stringify } = await import("yaml");
  return stringify(document, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
