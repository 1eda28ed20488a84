/** The subset of JSON Schema in which messages are described. */
export type Schema =
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly maxLength?: number;
      readonly pattern?: string;
      readonly description?: string;
    }
  | {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly description?: string;
    }
  | { readonly type: 'boolean'; readonly const?: boolean; readonly description?: string }
  | {
      readonly type: 'array';
      readonly items: Schema;
      readonly maxItems: number;
      readonly description?: string;
    }
  | ObjectSchema
  | { readonly anyOf: readonly [Schema, { readonly type: 'null' }]; readonly description?: string };

export type ObjectSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** The schema of additional members. If omitted, they may be anything and are ignored. */
  readonly additionalProperties?: Schema;
  readonly maxProperties?: number;
  readonly description?: string;
};

/** The TypeScript type of the values that a schema accepts. */
export type FromSchema<S> = S extends { readonly anyOf: readonly [infer T, unknown] }
  ? FromSchema<T> | null
  : S extends { readonly enum: readonly (infer V)[] }
    ? V
    : S extends { readonly const: infer V }
      ? V
      : S extends { readonly type: infer K }
        ? FromType<S, K>
        : never;

type FromType<S, K> = K extends 'string'
  ? string
  : K extends 'integer' | 'number'
    ? number
    : K extends 'boolean'
      ? boolean
      : S extends { readonly items: infer I }
        ? FromSchema<I>[]
        : FromObject<S>;

type Required<S> = S extends { readonly required: readonly (infer K)[] } ? K : never;

type FromObject<S> = S extends { readonly additionalProperties: infer A }
  ? Record<string, FromSchema<A>>
  : S extends { readonly properties: infer P }
    ? { [K in Extract<keyof P, Required<S>>]: FromSchema<P[K]> } & {
        [K in Exclude<keyof P, Required<S>>]?: FromSchema<P[K]>;
      }
    : never;

/** The path of the first invalid value, such as `theme.primary`, or undefined if all are valid. */
export function firstWrong(schema: Schema, value: unknown, path = ''): string | undefined {
  if ('anyOf' in schema) return value === null ? undefined : firstWrong(schema.anyOf[0], value, path);
  if (schema.type === 'object') return isRecord(value) ? wrongInside(schema, value, path) : path;
  if (schema.type === 'array') return wrongItem(schema, value, path);
  return isScalar(schema, value) ? undefined : path;
}

type Scalar = Extract<Schema, { type: 'string' | 'integer' | 'number' | 'boolean' }>;

function isScalar(schema: Scalar, value: unknown): boolean {
  if (schema.type === 'boolean') return typeof value === 'boolean' && (schema.const ?? value) === value;
  return schema.type === 'string' ? isText(schema, value) : isNumber(schema, value);
}

function wrongItem(schema: Extract<Schema, { type: 'array' }>, value: unknown, path: string) {
  if (!Array.isArray(value) || value.length > schema.maxItems) return path;
  return first(value.map((item, at) => firstWrong(schema.items, item, `${path}.${at}`)));
}

function isText(schema: Extract<Schema, { type: 'string' }>, value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (!schema.enum || schema.enum.includes(value)) &&
    (!schema.pattern || new RegExp(schema.pattern, 'u').test(value))
  );
}

function isNumber(schema: Extract<Schema, { type: 'integer' | 'number' }>, value: unknown): boolean {
  return (
    typeof value === 'number' &&
    (schema.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
  );
}

function wrongInside(schema: ObjectSchema, value: Record<string, unknown>, path: string): string | undefined {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const keys = Object.keys(value);
  if (keys.length > (schema.maxProperties ?? Number.POSITIVE_INFINITY)) return path;
  const missing = schema.required?.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return at(missing);
  return first(
    keys.map((key) => {
      const rule = Object.hasOwn(schema.properties, key)
        ? schema.properties[key]
        : schema.additionalProperties;
      return rule && firstWrong(rule, value[key], at(key));
    }),
  );
}

const first = (paths: readonly (string | undefined)[]) => paths.find((path) => path !== undefined);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
