import type { FromSchema, ObjectSchema, Schema } from './schema';

/** The version of the messages. Additions do not change it: both sides ignore unknown types and keys. */
export const PROTOCOL = 1;

/** The first message to the host. It is a string, because hosts of the basic contract take the first object for the result. */
export const READY = `laurel:ready:${PROTOCOL}`;

const nothing = { type: 'object', properties: {} } as const satisfies ObjectSchema;
const code = { type: 'string', maxLength: 4000, description: 'A code from POST /v1/embed/sessions' } as const;
const locale = { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 } as const;
const designId = { type: 'integer', minimum: 1 } as const;
const status = { type: 'integer', minimum: 100, maximum: 599, description: 'An HTTP status' } as const;
const refusal = {
  type: 'string',
  maxLength: 100,
  description: 'The code of a refusal, such as design.changed; its words stand in the maker',
} as const;

const format = { type: 'string', enum: ['svg', 'png'] } as const;

const theme = {
  type: 'object',
  properties: {
    scheme: { type: 'string', enum: ['light', 'dark', 'auto'] },
    primary: {
      type: 'string',
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'Buttons, links and what is selected',
    },
    radius: { type: 'integer', minimum: 0, maximum: 16, description: 'Corners, in px' },
    font: { type: 'string', enum: ['inter', 'system', 'serif'] },
    logo: {
      type: 'string',
      maxLength: 90_000,
      pattern: '^data:image/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$',
      description: 'A small picture at the start of the bar',
    },
  },
} as const satisfies Schema;

const features = {
  type: 'object',
  properties: {
    read_only: { type: 'boolean', description: 'Look, and change nothing' },
    hidden_tabs: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 40 } },
  },
} as const satisfies Schema;

const sample = {
  type: 'object',
  required: ['values'],
  properties: {
    label: { type: 'string', maxLength: 100, description: 'What the preview is called' },
    values: {
      type: 'object',
      properties: {},
      maxProperties: 200,
      additionalProperties: { type: 'string', maxLength: 5000 },
      description: 'Tags without brackets and what stands for them; dates as YYYY-MM-DD',
    },
  },
} as const satisfies Schema;

const design = {
  type: 'object',
  required: ['id', 'rasterized_content_url'],
  properties: {
    id: { anyOf: [designId, { type: 'null' }] },
    rasterized_content_url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  description: 'The design as GET /v1/certificate_designs/read answers it; both null where nothing is saved',
} as const satisfies Schema;

const scope = { type: 'string', enum: ['design.read', 'design.write', 'upload', 'attributes'] } as const;

/** The messages from the host. `init` arrives by window.postMessage with a port, all others on that port. */
export const FROM_HOST = {
  init: { type: 'object', properties: { code, locale, theme, features, sample } },
  auth: { type: 'object', required: ['code'], properties: { code } },
  load: {
    type: 'object',
    required: ['design_id'],
    properties: { design_id: designId, force: { type: 'boolean' } },
  },
  save: nothing,
  export: {
    type: 'object',
    properties: {
      format,
      width: { type: 'integer', minimum: 16, maximum: 4096, description: 'How wide a PNG is, in px' },
    },
  },
  'set-locale': { type: 'object', required: ['locale'], properties: { locale } },
  'set-theme': theme,
  'set-sample': sample,
  'set-features': features,
  close: {
    type: 'object',
    properties: { force: { type: 'boolean', description: 'Do not ask about unsaved changes' } },
  },
  ping: nothing,
} as const satisfies Record<string, ObjectSchema>;

/** The messages to the host on the port. Those with `re` reply to the message with that ID. */
export const FROM_MAKER = {
  ready: {
    type: 'object',
    required: ['protocol'],
    properties: { protocol: { type: 'integer', minimum: 1 } },
    description: 'Answers init',
  },
  loaded: {
    type: 'object',
    required: ['design', 'scopes', 'read_only'],
    properties: {
      design,
      scopes: { type: 'array', maxItems: 10, items: scope },
      read_only: { type: 'boolean' },
    },
    description: 'The design is there to be edited; answers load too',
  },
  dirty: { type: 'object', required: ['dirty'], properties: { dirty: { type: 'boolean' } } },
  saved: {
    type: 'object',
    required: ['design_id', 'version', 'design'],
    properties: { design_id: designId, version: { type: 'integer', minimum: 1 }, design },
    description: 'Whoever asked for it; answers save too',
  },
  'save-failed': {
    type: 'object',
    required: ['code', 'status'],
    properties: { code: refusal, status },
    description: 'Answers save too; cancelled when the person said no or another save runs',
  },
  exported: {
    type: 'object',
    required: ['format', 'data'],
    properties: { format, data: { type: 'string', description: 'The SVG, or a PNG as a data: address' } },
  },
  autosaved: {
    type: 'object',
    required: ['version'],
    properties: { version: { type: 'integer', minimum: 0, description: 'What the changes began from' } },
    description: 'Unsaved changes were kept in this browser, for the case that it ends without asking',
  },
  upload: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'object',
        required: ['name', 'type', 'size', 'url'],
        properties: {
          name: { type: 'string', maxLength: 255 },
          type: { type: 'string', maxLength: 100 },
          size: { type: 'integer', minimum: 0, description: 'In bytes' },
          url: { type: 'string', description: 'Where it lies from now on' },
        },
      },
    },
    description: 'A picture was uploaded, whether or not the design shows it',
  },
  resize: {
    type: 'object',
    required: ['width', 'height'],
    properties: { width: { type: 'integer', minimum: 0 }, height: { type: 'integer', minimum: 0 } },
    description:
      'The maker has another size, in px; with less than 900 across it shows pictures and words alone',
  },
  'auth-expiring': {
    type: 'object',
    required: ['expires_at'],
    properties: { expires_at: { type: 'string', maxLength: 40 } },
    description: 'Access ends then and cannot be renewed from inside: send auth with a new code',
  },
  close: {
    type: 'object',
    required: ['accepted'],
    properties: {
      accepted: { type: 'boolean' },
      reason: { type: 'string', enum: ['saving', 'cancelled'] },
    },
    description: 'Answers close',
  },
  closed: {
    type: 'object',
    required: ['status', 'design'],
    properties: { status, design },
    description: 'The last message; the same as the result',
  },
  done: { ...nothing, description: 'Answers auth, set-locale, set-theme, set-sample and set-features' },
  error: {
    type: 'object',
    required: ['code'],
    properties: {
      code: {
        type: 'string',
        maxLength: 100,
        description: 'message.invalid, not_open, or the code of a refusal',
      },
      field: { type: 'string', maxLength: 200 },
      status,
    },
    description: 'The message of that id could not be followed, or the maker could not open',
  },
  pong: nothing,
} as const satisfies Record<string, ObjectSchema>;

/** The common part of all messages of version 1. */
export const ENVELOPE = {
  type: 'object',
  required: ['v', 'type'],
  properties: {
    v: { type: 'integer', minimum: 1, maximum: PROTOCOL },
    id: { type: 'string', maxLength: 100 },
    re: { type: 'string', maxLength: 100 },
    type: { type: 'string', maxLength: 40 },
  },
} as const satisfies ObjectSchema;

/** The single object that is posted to the host's window. */
export const RESULT = {
  type: 'object',
  required: ['completed', 'status', 'design'],
  properties: { completed: { type: 'boolean', const: true }, status, design },
} as const satisfies ObjectSchema;

export type HostType = keyof typeof FROM_HOST;
export type MakerType = keyof typeof FROM_MAKER;
type HostPayloads = { [T in HostType]: FromSchema<(typeof FROM_HOST)[T]> };
type MakerPayloads = { [T in MakerType]: FromSchema<(typeof FROM_MAKER)[T]> };
export type HostPayload<T extends HostType> = HostPayloads[T];
export type MakerPayload<T extends MakerType> = MakerPayloads[T];
export type Theme = FromSchema<typeof theme>;
export type Features = FromSchema<typeof features>;
export type Sample = FromSchema<typeof sample>;
/** A design: at least these two members, and everything that the API returns. */
export type DesignOut = FromSchema<typeof design>;
export type Result = FromSchema<typeof RESULT>;

/** All messages as one JSON Schema document for hosts. */
export function protocolSchema() {
  const message = (payloads: Record<string, ObjectSchema>) => ({
    oneOf: Object.entries(payloads).map(([type, payload]) => ({
      ...ENVELOPE,
      properties: { ...ENVELOPE.properties, type: { const: type }, payload },
    })),
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Messages of the embedded design maker, version ${PROTOCOL}`,
    $defs: {
      fromHost: message(FROM_HOST),
      fromMaker: message(FROM_MAKER),
      result: RESULT,
      ready: { const: READY },
    },
  };
}
