import schema from '../../../../internal/design/designs/document.schema.json';

type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
};

const definitions = schema.$defs as Record<string, Schema>;

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
};

function resolve(rule: Schema): Schema {
  return rule.$ref ? (definitions[rule.$ref.replace('#/$defs/', '')] ?? {}) : rule;
}

function matchesScalar(rule: Schema, value: unknown): boolean {
  if (rule.type && !TYPES[rule.type]?.(value)) return false;
  if ('const' in rule && rule.const !== value) return false;
  if (rule.enum && !rule.enum.includes(value)) return false;
  if (typeof value === 'string') {
    if (rule.maxLength !== undefined && value.length > rule.maxLength) return false;
    return !rule.pattern || new RegExp(rule.pattern).test(value);
  }
  if (typeof value === 'number') {
    return value >= (rule.minimum ?? value) && value <= (rule.maximum ?? value);
  }
  return true;
}

function matchesParts(rule: Schema, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => matches(rule.items ?? {}, item));
  if (!TYPES.object?.(value)) return true;
  const fields = value as Record<string, unknown>;
  if (rule.required?.some((key) => !(key in fields))) return false;
  return Object.entries(rule.properties ?? {}).every(
    ([key, part]) => !(key in fields) || matches(part, fields[key]),
  );
}

function matches(ruleOrRef: Schema, value: unknown): boolean {
  const rule = resolve(ruleOrRef);
  if (rule.anyOf && !rule.anyOf.some((choice) => matches(choice, value))) return false;
  if (rule.oneOf && rule.oneOf.filter((choice) => matches(choice, value)).length !== 1) return false;
  return matchesScalar(rule, value) && matchesParts(rule, value);
}

/** Whether the shared schema accepts a document, for the keywords which that schema uses. */
export function acceptsDesign(value: unknown): boolean {
  return matches(schema as Schema, value);
}
