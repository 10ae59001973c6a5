import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { parseConfig } from "../../src/compose/config.ts";

const ROOT = resolve(import.meta.dir, "../..");
const { services, networks } = parse(readFileSync(join(ROOT, "deploy/compose/compose.yaml"), "utf8"));
const caddyfile = readFileSync(join(ROOT, "deploy/compose/Caddyfile"), "utf8");

/** As Compose fills variables in; a missing required one is an error there. */
const filled = (text: string) => text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => `${name}-value`);

test("the server's settings are valid in production, trust the proxy's network and name the store", () => {
  const environment = Object.fromEntries(
    Object.entries<string>(services.salute.environment).map(([name, value]) => [name, filled(value)]),
  );
  const config = parseConfig({
    SALUTE_ENV: "production",
    ...environment,
    PUBLIC_BASE_URL: "https://a.example",
  });
  expect(config.unknown).toEqual([]);
  expect(config.litestreamReplicaUrl).toContain("endpoint=http://store:9000");
  expect(services.salute.environment.TRUSTED_PROXIES).toBe(networks.default.ipam.config[0].subnet);
  expect(environment.LITESTREAM_SECRET_ACCESS_KEY).toBe(
    filled(services.store.environment.MINIO_ROOT_PASSWORD),
  );
});

test("the host name and the password are required, images are pinned, and Caddy passes requests to the server", () => {
  const { PUBLIC_BASE_URL, LITESTREAM_SECRET_ACCESS_KEY } = services.salute.environment;
  for (const value of [PUBLIC_BASE_URL, LITESTREAM_SECRET_ACCESS_KEY]) expect(value).toMatch(/\$\{\w+:\?/);
  for (const name of ["caddy", "store", "bucket"]) expect(services[name].image).toMatch(/:[\w.-]*\d[\w.-]*$/);
  expect(caddyfile).toContain("reverse_proxy salute:8080");
  expect(services.caddy.volumes).toContain("./Caddyfile:/etc/caddy/Caddyfile:ro");
});
