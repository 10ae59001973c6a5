/** What every page knows of the build that it is in. */
export interface Site {
  /** Every path that the build answers, as in OpenAPI; links name these only. */
  paths: ReadonlySet<string>;
  version: string;
  /** `demo` where the chain's figures are made up; null where no chain is configured. */
  chainMode: "demo" | "rpc" | null;
  /** The operators' pages, in the order of their navigation. */
  adminPages: readonly Destination[];
  /** How the installation stands now; unset where pages are shown outside of one. */
  installation?: () => Installation;
}

export interface Installation {
  isProduction: boolean;
  /** Why changes are refused; null while safe mode is off. */
  safeMode: string | null;
}

/** A page that pages may link to, and how the links call it. */
export interface Destination {
  path: string;
  label: string;
}

const NAVIGATION: readonly Destination[] = [
  { path: "/developers", label: "Developers" },
  { path: "/docs", label: "Reference" },
  { path: "/status", label: "Status" },
  { path: "/transparency", label: "Transparency" },
  { path: "/proofs", label: "Proofs" },
  { path: "/share", label: "Share" },
  { path: "/admin", label: "Operators" },
];

/** The main pages of this build, in the order of the navigation. */
export function navigation(site: Site): Destination[] {
  return NAVIGATION.filter(({ path }) => site.paths.has(path));
}
