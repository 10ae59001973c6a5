import adapter from "./postman.client.js" with { type: "text" };
import type { Collection, CollectionRequest } from "./requests.ts";
import { signingScript } from "./signing-script.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The collection for Postman and newman, in version 2.1 of the format, which signs before each request. */
export function postmanCollection({ folders, version }: Collection): object {
  return {
    info: {
      name: "salute",
      description:
        "Every operation for a partner's key. Choose the environment, and set its key_id and secret.",
      version,
      schema: SCHEMA,
    },
    event: [
      {
        listen: "prerequest",
        script: { type: "text/javascript", exec: signingScript(adapter).trim().split("\n") },
      },
    ],
    item: folders.map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map((request) => ({ name: request.name, request: requestOf(request) })),
    })),
  };
}

function requestOf({ body, description, method, path, query }: CollectionRequest): object {
  const raw = query.filter(({ isRequired }) => isRequired).map(({ name, value }) => `${name}=${value}`);
  return {
    method,
    header: body === null ? [] : [{ key: "Content-Type", value: "application/json" }],
    url: {
      raw: `{{base_url}}${path}${raw.length === 0 ? "" : `?${raw.join("&")}`}`,
      host: ["{{base_url}}"],
      path: path.slice(1).split("/"),
      query: query.map(({ name: key, value, isRequired }) => ({ key, value, disabled: !isRequired })),
    },
    ...(body === null ? {} : { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
    description,
  };
}

/** The environment for Postman and newman. */
export function postmanEnvironment({ environment }: Collection): object {
  return {
    name: "salute",
    values: [
      ...Object.entries(environment).map(([key, value]) => ({ key, value, type: "default", enabled: true })),
      { key: "secret", value: "", type: "secret", enabled: true },
    ],
    _postman_variable_scope: "environment",
  };
}
