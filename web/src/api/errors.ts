/** Messages by field. The key '' holds those without a field. */
export type FieldMessages = Record<string, string[]>;

/** What the second step of a sign-in needs. */
export interface SecondFactor {
  token: string;
  /** The ways to take it, of which one is enough: `totp` or `passkey`. */
  methods: string[];
}

/** An error response of the server, with its messages sorted by field. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: FieldMessages;
  /** The number of seconds to wait, if the server sent it. */
  readonly retryAfter: number | undefined;
  /** Where the link of a failed sign-in leads all the same. */
  readonly redirectTo: string | undefined;
  /** The second step, if a sign-in needs one. */
  readonly secondFactor: SecondFactor | undefined;

  constructor(status: number, body: unknown, retryAfter?: number) {
    const fields = fieldMessages(body);
    super(messageLines(fields).join('\n') || `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.code = textOf(body, 'code');
    this.redirectTo = textOf(body, 'redirect_to');
    this.secondFactor = isRecord(body) ? secondFactor(body.second_factor) : undefined;
    this.retryAfter = retryAfter;
  }

  /** The messages as lines of text: "field: message", or the message alone. */
  get lines(): string[] {
    return messageLines(this.fields);
  }
}

/** What an error says, or the given text for one without words. */
export const wordsOf = (error: unknown, otherwise: string): readonly string[] =>
  error instanceof ApiError && error.lines.length > 0 ? error.lines : [otherwise];

let failedRequest: string | undefined;

/** Keeps the ID of a request that failed unexpectedly, by which support finds it in the log. */
export function noteFailedRequest(id: string | null): void {
  failedRequest = id ?? undefined;
}

/** The ID of the last request that failed unexpectedly. */
export const lastFailedRequest = (): string | undefined => failedRequest;

/** Status 0 means that the request got no response. */
export const NO_ANSWER = 0;

/** Sorts the errors of a body, which may be an array, an object of field to messages, or a string. */
export function fieldMessages(body: unknown): FieldMessages {
  const errors = isRecord(body) ? (body.errors ?? body.error ?? body.message) : body;
  if (isRecord(errors)) {
    return Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, texts(value)]));
  }
  const plain = texts(errors);
  return plain.length > 0 ? { '': plain } : {};
}

/** The lines to show: "field: message", or the message alone if it has no field. */
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

function secondFactor(value: unknown): SecondFactor | undefined {
  const token = textOf(value, 'token');
  return token && isRecord(value) ? { token, methods: texts(value.methods) } : undefined;
}

function textOf(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
