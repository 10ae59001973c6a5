import { type Brand, PRODUCT_BRAND } from "./brand/brand.ts";
import type { NavigationMessage } from "./words/index.ts";

/** Facts about the build that every page uses. */
export interface Site {
  /** Every path of the build, as in OpenAPI; links only use these. */
  paths: ReadonlySet<string>;
  version: string;
  /** `demo` if the chain's figures are invented; null if no chain is configured. */
  chainMode: "demo" | "rpc" | null;
  /** Address of the chain's explorer; null or unset without one that knows the chain. */
  explorerUrl?: string | null;
  /** Whether the installation is meant to have a chain. */
  usesChain: boolean;
  /** The operators' pages that a role may open, in the order of their navigation. */
  adminPages: (role: OperatorRole) => readonly AdminDestination[];
  /** The public address, without a slash at its end; unset if pages are shown outside of an installation. */
  baseUrl?: () => string;
  /** Work that waits on the pages of the operators' navigation, by the page's path; unset outside of an installation. */
  waiting?: () => ReadonlyMap<string, WaitingWork>;
  /** The installation's face now; the product's own if unset. */
  brand?: () => Brand;
  /** The installation's present state; unset if pages are shown outside of one. */
  installation?: () => Installation;
}

/** The face that pages show now. */
export function resolveBrand({ brand }: Pick<Site, "brand">): Brand {
  return brand?.() ?? PRODUCT_BRAND;
}

/** Number of things that wait on a page, and whether any of them cannot wait. */
export interface WaitingWork {
  count: number;
  isUrgent: boolean;
}

export interface Installation {
  isProduction: boolean;
  /** Why changes are refused; null while safe mode is off. */
  safeMode: string | null;
}

export type OperatorRole = "viewer" | "operator" | "owner";

/** A page that other pages may link to, with its name. */
export interface Destination {
  path: string;
  label: string;
}

/** Groups of the operators' pages, in their order. */
export const PAGE_GROUPS = [
  "Today",
  "Partners",
  "Money",
  "Delivery",
  "Status",
  "Games",
  "Token",
  "System",
] as const;

/** A page of the operators' navigation. */
export interface AdminDestination extends Destination {
  group: (typeof PAGE_GROUPS)[number];
  /** Further paths, whose waiting work is counted at this page. */
  covers?: readonly string[];
}

const NAVIGATION: readonly { path: string; label: NavigationMessage }[] = [
  { path: "/developers", label: "nav_developers" },
  { path: "/docs", label: "nav_docs" },
  { path: "/status", label: "nav_status" },
  { path: "/transparency", label: "nav_transparency" },
  { path: "/proofs", label: "nav_proofs" },
  { path: "/share", label: "nav_share" },
  { path: "/admin", label: "nav_admin" },
];

/** The main pages of this build, in the order of the navigation. */
export function navigation(site: Site): { path: string; label: NavigationMessage }[] {
  return NAVIGATION.filter(({ path }) => site.paths.has(path));
}
