import { useState } from 'react';
import type { Call } from './contract';
import type { Sent } from './snippets';

/** The API key is kept only in the memory of this tab, and sent only to the API. */
let lastKey = '';

const FILE_ENDINGS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/plain': 'txt',
};

export interface Answered {
  status: number;
  ms: number;
  requestId: string;
  text: string;
}

/** The state of the console: the inputs of a call and its response. */
export function useConsole(call: Call) {
  const [key, setKeyState] = useState(lastKey);
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(call.request === undefined ? '' : JSON.stringify(call.request, null, 2));
  const [answer, setAnswer] = useState<Answered | 'unreachable' | null>(null);
  const [busy, setBusy] = useState(false);
  const file = call.file ? `answer.${FILE_ENDINGS[call.file.split(',')[0] ?? ''] ?? 'bin'}` : undefined;
  const sent: Sent = { method: call.method, url: addressOf(call, values), body, open: call.open, file };

  const send = async () => {
    setBusy(true);
    const begun = performance.now();
    try {
      const response = await fetch(sent.url, {
        method: sent.method,
        headers: {
          ...(key && { Authorization: `Token token=${key}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body }),
        credentials: 'omit',
      });
      const text = await textOf(response);
      const requestId = response.headers.get('X-Request-Id') ?? '';
      setAnswer({ status: response.status, ms: Math.round(performance.now() - begun), requestId, text });
    } catch {
      setAnswer('unreachable');
    } finally {
      setBusy(false);
    }
  };

  return {
    key,
    setKey: (next: string) => {
      lastKey = next.trim();
      setKeyState(lastKey);
    },
    values,
    setValue: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    body,
    setBody,
    sent,
    answer,
    busy,
    send,
  };
}

/** The URL with path and query parameters. Missing path parameters remain as placeholders. */
export function addressOf(call: Call, values: Record<string, string>): string {
  const path = call.path.replace(/\{([^}]+)\}/g, (part, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : part,
  );
  const query = call.parameters
    .filter((parameter) => parameter.in === 'query' && values[parameter.name])
    .map(({ name }) => [name, values[name] ?? '']);
  const search = new URLSearchParams(query).toString();
  return `${window.location.origin}${path}${search && `?${search}`}`;
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('Content-Type') ?? '';
  if (/json$|json;/.test(type)) {
    const text = await response.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  if (type.startsWith('text/')) return response.text();
  return `${type}, ${(await response.blob()).size} B`;
}
