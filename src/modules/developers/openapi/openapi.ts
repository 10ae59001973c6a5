import type { JsonSchema } from "../../../http/schema/plain-schema.ts";

export type { JsonSchema };

/**
 * The subset of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html) that the document uses; written by the generator
 * and read by the reference pages.
 */

export type Reference = { $ref: string };

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

export interface Header {
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
  /** Possible values of `error`. */
  "x-codes"?: string[];
}

export interface RequestBody {
  required: boolean;
  content: Record<string, MediaType>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
  /** The scope that the partner's key needs. */
  "x-scope"?: string;
  /** The kind of key: live, sandbox or any. */
  "x-key-mode"?: string;
  /** The role that the operator needs. */
  "x-role"?: string;
}

export type PathItem = Partial<Record<"get" | "post" | "patch" | "delete", OperationObject>>;

export interface SecurityScheme {
  type: "apiKey" | "http";
  description: string;
  in?: "header";
  name?: string;
  scheme?: string;
}

export interface ComponentsObject {
  schemas?: Record<string, JsonSchema>;
  responses?: Record<string, ResponseObject>;
  parameters?: Record<string, Parameter>;
  headers?: Record<string, Header>;
  securitySchemes?: Record<string, SecurityScheme>;
}

export interface Tag {
  name: string;
  description: string;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: {
    title: string;
    summary: string;
    description: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
    version: string;
  };
  servers: { url: string; description: string }[];
  tags: Tag[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: ComponentsObject;
}
