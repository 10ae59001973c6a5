/** A partner's sandbox. */
export interface SandboxPlace {
  partner: string;
  /** Null for the partner's own sandbox, which every request without a name gets. */
  name: string | null;
}

/** The id of its file: `acme`, or `acme.ci-1` for the sandbox `ci-1`. Neither part has a dot. */
export function sandboxId({ partner, name }: SandboxPlace): string {
  return name === null ? partner : `${partner}.${name}`;
}

export function parseSandboxId(id: string): SandboxPlace {
  const [partner = "", name = null] = id.split(".");
  return { partner, name };
}
