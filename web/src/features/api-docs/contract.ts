import { matches } from '../../lib/fold';
import type { Body, Examples, Operation, Parameter, RawContract, Schema } from './raw';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A field of a body or a parameter. */
export interface Field {
  name: string;
  /** Path of the enclosing object, as in `credential.recipient`; empty at the top level. */
  parent: string;
  type: string;
  required: boolean;
  text: string;
}

/** One API operation with all the data for its page. */
export interface Call {
  id: string;
  tag: string;
  method: string;
  path: string;
  title: string;
  summary: string;
  description: string;
  /** Whether it needs no API key. */
  open: boolean;
  /** Scopes of which an API key needs one. Empty if only signed-in users may call it, or anyone. */
  scopes: string[];
  parameters: Parameter[];
  sends: Field[];
  answers: Field[];
  /** Media type of the response if it is not JSON. */
  file: string | null;
  request: unknown;
  response: unknown;
  errors: { status: string; text: string }[];
}

export interface Section {
  name: string;
  text: string;
  calls: Call[];
}

/** Maximum depth of the table of fields. Deeper fields appear only in the example. */
const DEEPEST = 4;

/** Merges the versions of the contract into sections of calls, in the order of the first version, then of the others. */
export function readContracts(versions: RawContract[], examples: Examples): Section[] {
  const sections = new Map<string, Section>();
  for (const section of versions.flatMap((raw) => readContract(raw, versions[0] ?? raw, examples))) {
    const known = sections.get(section.name);
    sections.set(section.name, known ? { ...known, calls: [...known.calls, ...section.calls] } : section);
  }
  return [...sections.values()];
}

/** References in a later version may point to definitions in the first version, also transitively. */
function readContract(raw: RawContract, base: RawContract, examples: Examples): Section[] {
  const find = <T extends { $ref?: string }>(value: T): T => {
    const pointer = value.$ref?.split('#')[1];
    if (!pointer) return value;
    const [kind = '', name = ''] = pointer.split('/').slice(2);
    return find((raw.components[kind]?.[name] ?? base.components[kind]?.[name]) as T);
  };
  const calls = Object.entries(raw.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      const shared = (item.parameters ?? []) as Parameter[];
      return operation ? [callOf({ method, path: raw.servers[0]?.url + path, operation, shared })] : [];
    }),
  );
  return raw.tags
    .map(({ name, description = '' }) => ({
      name,
      text: description,
      calls: calls.filter(({ tag }) => tag === name),
    }))
    .filter((section) => section.calls.length > 0);

  function callOf(found: { method: string; path: string; operation: Operation; shared: Parameter[] }): Call {
    const { operation, shared } = found;
    const answer = find(operation.responses['200'] ?? operation.responses['201'] ?? {});
    const example = examples[operation.operationId];
    return {
      id: operation.operationId,
      tag: operation.tags?.[0] ?? '',
      method: found.method.toUpperCase(),
      path: found.path,
      title: titleOf(operation.operationId),
      summary: operation.summary ?? '',
      description: operation.description ?? '',
      scopes: [operation['x-scope'] ?? []].flat().filter((scope) => scope !== 'person'),
      open: (operation.security ?? raw.security).length === 0,
      parameters: [...shared, ...(operation.parameters ?? [])].map(find),
      sends: operation.requestBody ? fieldsOf(jsonOf(find(operation.requestBody))) : [],
      answers: fieldsOf(jsonOf(answer)),
      file: fileOf(answer),
      request: example?.request,
      response: example?.response,
      errors: Object.entries(operation.responses)
        .filter(([status]) => status >= '400' && status <= '599')
        .map(([status, response]) => ({ status, text: find(response).description ?? '' })),
    };
  }

  function fieldsOf(given: Schema | undefined, parents: string[] = []): Field[] {
    if (!given || parents.length >= DEEPEST) return [];
    const schema = merged(given);
    if (schema.items) return fieldsOf(schema.items, parents);
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const field = merged(inner);
      const required = schema.required?.includes(name) ?? false;
      const parent = parents.join('.');
      const line = { name, parent, type: typeOf(field), required, text: textOf(inner, field) };
      return [line, ...fieldsOf(field, [...parents, name])];
    });
  }

  /** Resolves references and merges the parts of `allOf` into one schema. */
  function merged(given: Schema): Schema {
    const schema = find(given);
    const parts = (schema.allOf ?? []).map(merged);
    return {
      ...schema,
      required: [...(schema.required ?? []), ...parts.flatMap(({ required = [] }) => required)],
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    };
  }

  function typeOf(schema: Schema): string {
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return [...new Set(choices.map((choice) => typeOf(merged(choice))))].join(' | ');
    const name = schema.items ? `${typeOf(merged(schema.items))}[]` : (schema.type ?? 'any');
    return schema.nullable ? `${name} | null` : name;
  }
}

function jsonOf({ content = {} }: Body): Schema | undefined {
  return Object.entries(content).find(([type]) => type.endsWith('json'))?.[1].schema;
}

function fileOf({ content = {} }: Body): string | null {
  const types = Object.keys(content);
  return types.length > 0 && !types.some((type) => type.endsWith('json')) ? types.join(', ') : null;
}

/** Text for a field: its description, allowed values and limits. */
function textOf({ description }: Schema, field: Schema): string {
  const limits = [
    field.enum?.map(String).join(' · '),
    field.format,
    field.maxLength && `at most ${field.maxLength} characters`,
    field.minimum !== undefined && `at least ${field.minimum}`,
    field.maximum !== undefined && `at most ${field.maximum}`,
    field.default !== undefined && `default ${JSON.stringify(field.default)}`,
  ].filter(Boolean);
  return [description ?? field.description, limits.join(', ')].filter(Boolean).join(' — ');
}

const PLURAL = new Set(['list', 'all', 'search']);
const VERBS = new Set([
  ...PLURAL,
  ...[
    'create',
    'read',
    'update',
    'patch',
    'delete',
    'restore',
    'copy',
    'clone',
    'publish',
    'revoke',
    'suspend',
  ],
  ...[
    'reinstate',
    'renew',
    'move',
    'resend',
    'decide',
    'undo',
    'cancel',
    'start',
    'approve',
    'deny',
    'withdraw',
  ],
]);

/** "credentialCreate" becomes "Create credential", "groupList" becomes "List groups". */
function titleOf(id: string): string {
  const words = id
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ');
  const last = words.at(-1) ?? '';
  if (words.length > 1 && VERBS.has(last)) {
    const thing = words.slice(0, -1).join(' ');
    words.splice(0, words.length, last === 'all' ? 'list' : last, PLURAL.has(last) ? plural(thing) : thing);
  }
  const title = words.join(' ').replace('api key', 'API key').replace('sso', 'SSO');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const plural = (thing: string) =>
  (thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`).replace('keies', 'keys');

/** A search result. `field` is the matching field if the call itself does not match. */
export interface Found {
  call: Call;
  field: string | null;
}

/** The calls that match all words of a search: first by their own texts, then by the name of a field. */
export function searched(sections: Section[], search: string): Found[] {
  const has = (text: string) => matches(text, search);
  const calls = sections.flatMap((section) => section.calls);
  const named = ({ method, path, title, summary, id, tag }: Call) =>
    has(`${method} ${path} ${title} ${summary} ${id} ${tag}`);
  const field = ({ parameters, sends, answers }: Call) =>
    [...parameters, ...sends, ...answers].find(({ name }) => has(name))?.name;
  return [
    ...calls.filter(named).map((call) => ({ call, field: null })),
    ...calls
      .filter((call) => !named(call))
      .flatMap((call) => {
        const name = field(call);
        return name ? [{ call, field: name }] : [];
      }),
  ];
}
