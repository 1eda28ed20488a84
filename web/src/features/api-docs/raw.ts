/** The subset of OpenAPI 3.0 that the contract uses. Source: the OpenAPI Specification, version 3.0.3. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: unknown[];
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Body {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  'x-scope'?: string | string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

export interface RawContract {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation | Parameter[]>>;
  components: Record<string, Record<string, unknown>>;
}

export type Examples = Record<string, { request?: unknown; response?: unknown }>;
