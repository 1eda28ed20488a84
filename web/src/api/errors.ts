/** Messages per field; the key '' holds those that belong to no field. */
export type FieldMessages = Record<string, string[]>;

/** A refusal of the server, with its messages sorted by field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: FieldMessages;
  /** Seconds to wait, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: number) {
    const fields = fieldMessages(body);
    super(messageLines(fields).join('\n') || `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.code = codeOf(body);
    this.retryAfter = retryAfter;
  }

  /** "field: message" lines, or plain lines, as they are shown to people. */
  get lines(): string[] {
    return messageLines(this.fields);
  }
}

/** Status 0 stands for a request that never got an answer. */
export const NO_ANSWER = 0;

/** Sorts a body's errors, which may be a list, an object of field to messages, or a text. */
export function fieldMessages(body: unknown): FieldMessages {
  const errors = isRecord(body) ? (body.errors ?? body.error ?? body.message) : body;
  if (isRecord(errors)) {
    return Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, texts(value)]));
  }
  const plain = texts(errors);
  return plain.length > 0 ? { '': plain } : {};
}

/** The lines to show: "field: message", or the bare message where there is no field. */
export function messageLines(fields: FieldMessages): string[] {
  return Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => (field === '' || field === 'base' ? message : `${field}: ${message}`)),
  );
}

function texts(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (isRecord(value)) {
    if (typeof value.message === 'string') return [value.message];
    return messageLines(fieldMessages({ errors: value }));
  }
  return [String(value)];
}

function codeOf(body: unknown): string | undefined {
  return isRecord(body) && typeof body.code === 'string' ? body.code : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
