import { hasRole, type Role } from "../http/access/actor.ts";
import { OperatorAccess } from "../http/access/operator.ts";
import { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { VERSION } from "../kit/process/version.ts";
import { Recent } from "../kit/recent.ts";
import type { NavigationEntry } from "../modules/module.ts";
import type { Notice } from "../modules/platform/notices/index.ts";
import { spokenRefusal } from "../modules/platform/spoken-refusals/index.ts";
import { problemResponse, type Site, type WaitingWork } from "../pages/index.ts";
import { MODULES } from "./modules.ts";
import { withEndings } from "./policies/deprecations.ts";
import type { Services } from "./services.ts";

/** A module's part of a build. */
interface ModuleOperations {
  name: string;
  operations: readonly Operation[];
}

interface Composed {
  mounted: Mounted;
  modules: readonly ModuleOperations[];
}

const builds = new WeakMap<Services, Composed>();

/** Every operation of the build, module by module; OpenAPI and the contract tests read the same list. */
export function allOperations(services: Services): Operation[] {
  return [...mountOnce(services).operations];
}

/** The operations of each module, in the order of modules. */
export function operationsByModule(services: Services): readonly ModuleOperations[] {
  return composed(services).modules;
}

/** The build of these services, composed on first use. */
export function mountOnce(services: Services): Mounted {
  return composed(services).mounted;
}

function composed(services: Services): Composed {
  const known = builds.get(services) ?? build(services);
  builds.set(services, known);
  return known;
}

function build(services: Services): Composed {
  const all: Operation[] = [];
  const mounted = new Mounted(all);
  const paths = new Set<string>();
  let adminPages: AdminPage[] = [];
  const waiting = new Recent<"pages", ReadonlyMap<string, WaitingWork>>(WAITING_CACHE_MS);
  const site: Site = {
    paths,
    version: VERSION,
    chainMode: services.chain?.mode ?? null,
    explorerUrl: services.chain?.mode === "rpc" ? services.config.explorerUrl : null,
    waiting: () =>
      waiting.get("pages", { now: services.clock.now() }, () => waitingOn(adminPages, services.notices())),
    usesChain: services.config.usesChain,
    adminPages: (role) => adminPages.filter(({ least }) => hasRole(role, least)),
    baseUrl: services.http.baseUrl,
    brand: () => services.brand.current(),
    installation: () => ({
      isProduction: services.config.isProduction,
      safeMode: services.http.safeModeReason(),
    }),
  };
  const ends: { name: string; end: number }[] = [];
  for (const { name, operations } of MODULES) {
    const before = [...all];
    all.push(
      ...(operations?.(services, { site, mounted, before }) ?? []).map((each) => refusedAsPage(each, site)),
    );
    ends.push({ name, end: all.length });
  }
  all.splice(0, all.length, ...withEndings(all, services.policies.deprecations, services.config));
  for (const { path } of all) paths.add(path);
  adminPages = adminPagesOf(all);
  const modules = ends.map(({ name, end }, index) => ({
    name,
    operations: all.slice(ends[index - 1]?.end ?? 0, end),
  }));
  return { mounted, modules };
}

/** A page of the operators' navigation, and the least role that it admits. */
interface AdminPage extends NavigationEntry {
  least: Role;
}

function adminPagesOf(operations: readonly Operation[]): AdminPage[] {
  const entries = MODULES.flatMap(({ navigation }) => navigation ?? []).sort((a, b) => a.order - b.order);
  return entries.flatMap((entry) => {
    const page = operations.find(({ method, path }) => method === "GET" && path === entry.path);
    return page?.access instanceof OperatorAccess ? [{ ...entry, least: page.access.role }] : [];
  });
}

/** Cache time of the counts in the navigation, which every operators' page shows. */
const WAITING_CACHE_MS = 2 * SECOND_MS;

/** Waiting work by the page of the navigation whose path, or path that it covers, is the longest part of the notice's. */
function waitingOn(
  pages: readonly AdminPage[],
  notices: readonly Notice[],
): ReadonlyMap<string, WaitingWork> {
  const counts = new Map<string, WaitingWork>();
  const places = pages
    .flatMap(({ path, covers = [] }) => [path, ...covers].map((covered) => ({ path, covered })))
    .sort((a, b) => b.covered.length - a.covered.length);
  for (const { path: target, status, count } of notices) {
    const path = target.split(/[?#]/)[0] ?? "";
    const place = places.find(({ covered }) => path === covered || path.startsWith(`${covered}/`));
    if (place === undefined) continue;
    const known = counts.get(place.path) ?? { count: 0, isUrgent: false };
    counts.set(place.path, {
      count: known.count + (count ?? 1),
      isUrgent: known.isUrgent || status === "bad",
    });
  }
  return counts;
}

function speaksLanguages({ query }: Operation): boolean {
  return query !== null && Object.hasOwn(query.properties, "lang");
}

/** Refusals of a page are pages too. */
function refusedAsPage(operation: Operation, site: Site): Operation {
  const { refusal, response } = operation;
  if (refusal !== undefined || !("mediaType" in response) || response.mediaType !== "text/html")
    return operation;
  return {
    ...operation,
    refusal: speaksLanguages(operation)
      ? spokenRefusal(site)
      : ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  };
}
