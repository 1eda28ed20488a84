/** How the maker wears the host's look. Colours are `#rrggbb`; the logo is a small picture as a `data:` address. */
export interface Theme {
  scheme?: 'light' | 'dark' | 'auto';
  primary?: string;
  radius?: number;
  font?: 'inter' | 'system' | 'serif';
  logo?: string;
}

export interface Features {
  /** Look, and change nothing. */
  read_only?: boolean;
  /** Tabs of the left side that are not offered: add, document, layers. */
  hidden_tabs?: string[];
}

/** Values to preview with: tags without brackets, such as `recipient.name`; dates as YYYY-MM-DD. */
export interface Sample {
  label?: string;
  values: Record<string, string>;
}

/** A design as GET /v1/certificate_designs/read answers it; both named keys are null where nothing is saved. */
export interface Design {
  id: number | null;
  rasterized_content_url: string | null;
  [key: string]: unknown;
}

/** How it ended: 200 when the person closed the maker, else the HTTP status with which it could not open. */
export interface Result {
  completed: true;
  status: number;
  design: Design;
}

export interface Loaded {
  design: Design;
  scopes: string[];
  read_only: boolean;
}

export interface Saved {
  design_id: number;
  version: number;
  design: Design;
}

/** Why something did not happen: the code of a refusal, and its HTTP status where it has one. */
export interface Refusal {
  code: string;
  status?: number;
  field?: string;
}

/** A picture that was uploaded, and where it lies from now on. */
export interface Uploaded {
  name: string;
  type: string;
  size: number;
  url: string;
}

export interface CloseAnswer {
  accepted: boolean;
  reason?: 'saving' | 'cancelled';
}

export interface Options {
  /** The address that POST /v1/embed/sessions answered. */
  url: string;
  /** What the frame is called, for those who cannot see it. */
  title?: string;
  /** Where the frame goes; without it the maker covers the window. */
  container?: HTMLElement;
  locale?: string;
  theme?: Theme;
  features?: Features;
  sample?: Sample;
  /** Gets a new code from your server, when access ends while the maker is open. */
  renew?: () => Promise<string>;
  onLoaded?: (loaded: Loaded) => void;
  onDirty?: (dirty: boolean) => void;
  onSaved?: (saved: Saved) => void;
  onSaveFailed?: (refusal: Refusal) => void;
  /** Unsaved changes, begun from this version, were kept in the person's browser. */
  onAutosaved?: (version: number) => void;
  onUpload?: (file: Uploaded) => void;
  /** The maker has another size, in px; with less than 900 across it shows pictures and words alone. */
  onResize?: (size: { width: number; height: number }) => void;
  onError?: (refusal: Refusal) => void;
}

/** An open design maker. Requests wait until it is ready, and are refused with a MakerError. */
export interface DesignMaker {
  readonly frame: HTMLIFrameElement;
  /** How it ended. */
  readonly result: Promise<Result>;
  save: () => Promise<Saved>;
  load: (designId: number, options?: { force?: boolean }) => Promise<Loaded>;
  /** The design as it is now, as SVG. */
  exportSvg: () => Promise<string>;
  /** The design as it is now, as a PNG in a `data:` address; `width` is in px, the page's own where left out. */
  exportPng: (width?: number) => Promise<string>;
  setLocale: (locale: string) => Promise<void>;
  setTheme: (theme: Theme) => Promise<void>;
  setSample: (sample: Sample) => Promise<void>;
  setFeatures: (features: Features) => Promise<void>;
  /** Asks to close; refused while a save runs, and when the person stays with unsaved changes unless forced. */
  close: (options?: { force?: boolean }) => Promise<CloseAnswer>;
  ping: () => Promise<void>;
  /** Takes the frame away at once, whatever is in it. */
  remove: () => void;
}

/** A request that the maker refused. */
export class MakerError extends Error {
  readonly code: string;
  readonly status: number | undefined;

  constructor({ code, status }: Refusal) {
    super(code);
    this.name = 'MakerError';
    this.code = code;
    this.status = status;
  }
}

type Message = { v: number; type: string; re?: string; payload?: unknown };
type Waiting = { resolve: (payload: unknown) => void; reject: (error: Error) => void };

const READY = 'laurel:ready:1';
const REFUSALS = new Set(['error', 'save-failed']);

/** Opens the design maker in a frame and talks to it. */
export function openDesignMaker(options: Options): DesignMaker {
  const origin = new URL(options.url).origin;
  const frame = makeFrame(options);
  const holder = options.container ? frame : cover(frame);
  const channel = new MessageChannel();
  const waiting = new Map<string, Waiting>();
  let count = 0;
  let greeted = false;
  let finish: (result: Result) => void;
  const result = new Promise<Result>((resolve) => {
    finish = resolve;
  });

  // What is said before the maker is there waits in the channel.
  const ask = <T>(type: string, payload: object = {}) =>
    new Promise<T>((resolve, reject) => {
      count += 1;
      waiting.set(`h${count}`, { resolve: resolve as Waiting['resolve'], reject });
      channel.port1.postMessage({ v: 1, id: `h${count}`, type, payload });
    });
  const picture = async (format: string, more?: object) =>
    (await ask<{ data: string }>('export', { format, ...more })).data;
  const silent = (type: string, payload?: object) => ask<unknown>(type, payload).then(() => undefined);

  const remove = () => {
    window.removeEventListener('message', meet);
    channel.port1.close();
    holder.remove();
    for (const { reject } of waiting.values()) reject(new MakerError({ code: 'closed' }));
    waiting.clear();
  };

  const renew = async () => {
    if (options.renew) await ask('auth', { code: await options.renew() });
  };
  const told: Record<string, (payload: never) => unknown> = {
    loaded: (payload) => options.onLoaded?.(payload),
    dirty: ({ dirty }: { dirty: boolean }) => options.onDirty?.(dirty),
    saved: (payload) => options.onSaved?.(payload),
    'save-failed': (payload) => options.onSaveFailed?.(payload),
    autosaved: ({ version }: { version: number }) => options.onAutosaved?.(version),
    upload: ({ file }: { file: Uploaded }) => options.onUpload?.(file),
    resize: (payload) => options.onResize?.(payload),
    error: (payload) => options.onError?.(payload),
    'auth-expiring': () =>
      renew().catch((error: Refusal) => options.onError?.({ code: error.code ?? 'renew' })),
  };

  channel.port1.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data?.v !== 1) return;
    told[data.type]?.(data.payload as never);
    const asked = data.re === undefined ? undefined : waiting.get(data.re);
    if (!asked || data.re === undefined) return;
    waiting.delete(data.re);
    if (REFUSALS.has(data.type)) asked.reject(new MakerError(data.payload as Refusal));
    else asked.resolve(data.payload);
  };

  function meet({ source, origin: from, data }: MessageEvent): void {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data === READY && !greeted) {
      greeted = true;
      const { locale, theme, features, sample } = options;
      const payload = { locale, theme, features, sample };
      // A copy through JSON leaves out what was not given.
      const init = { v: 1, id: 'h0', type: 'init', payload: JSON.parse(JSON.stringify(payload)) };
      frame.contentWindow?.postMessage(init, origin, [channel.port2]);
    } else if (data?.completed === true) {
      finish(data);
      remove();
    }
  }

  window.addEventListener('message', meet);
  (options.container ?? document.body).append(holder);
  if (holder instanceof HTMLDialogElement) {
    holder.showModal();
    holder.addEventListener('cancel', (event) => {
      event.preventDefault();
      void ask('close').catch(() => undefined);
    });
  }

  return {
    frame,
    result,
    save: () => ask('save'),
    load: (design_id, { force = false } = {}) => ask('load', { design_id, force }),
    exportSvg: () => picture('svg'),
    exportPng: (width) => picture('png', width === undefined ? {} : { width }),
    setLocale: (locale) => silent('set-locale', { locale }),
    setTheme: (theme) => silent('set-theme', theme),
    setSample: (sample) => silent('set-sample', sample),
    setFeatures: (features) => silent('set-features', features),
    close: ({ force = false } = {}) => ask('close', { force }),
    ping: () => silent('ping'),
    remove,
  };
}

/** The frame, with all that the maker needs and no more. */
function makeFrame({ url, title, locale, theme, features }: Options): HTMLIFrameElement {
  const address = new URL(url);
  const given = {
    origin: window.location.origin,
    locale,
    theme: theme?.scheme,
    mode: features?.read_only ? 'view' : undefined,
  };
  for (const [name, value] of Object.entries(given)) if (value) address.searchParams.set(name, value);
  const frame = document.createElement('iframe');
  frame.title = title ?? 'Design maker';
  frame.allow = 'clipboard-read; clipboard-write; fullscreen';
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals',
  );
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  frame.src = address.href;
  return frame;
}

/** Covers the window; the page below cannot be reached meanwhile, and gets the focus back. */
function cover(frame: HTMLIFrameElement): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', frame.title);
  dialog.style.cssText =
    'width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden';
  dialog.append(frame);
  return dialog;
}
