import { hasRole, type Role } from "../http/access/actor.ts";
import { OperatorAccess } from "../http/access/operator.ts";
import { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { VERSION } from "../kit/process/version.ts";
import type { NavigationEntry } from "../modules/module.ts";
import { problemResponse, type Site } from "../pages/index.ts";
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
  return [...mountedOf(services).operations];
}

/** The operations of each module, in the order of modules. */
export function operationsByModule(services: Services): readonly ModuleOperations[] {
  return composed(services).modules;
}

/** The build of these services, composed on first use. */
export function mountedOf(services: Services): Mounted {
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
  const site: Site = {
    paths,
    version: VERSION,
    chainMode: services.chain?.mode ?? null,
    adminPages: (role) => adminPages.filter(({ least }) => hasRole(role, least)),
    baseUrl: services.http.baseUrl,
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
  all.splice(0, all.length, ...withEndings(all, services.deprecations, services.config));
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

/** Refusals of a page are pages too. */
function refusedAsPage(operation: Operation, site: Site): Operation {
  const { refusal, response } = operation;
  if (refusal !== undefined || !("mediaType" in response) || response.mediaType !== "text/html")
    return operation;
  return {
    ...operation,
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  };
}
