import { createStore } from 'zustand/vanilla';
import type { EditorAttribute, EditorHandle, SaveOutcome, Sheet, StoredDesign } from '../editor';
import { showLanguage } from '../i18n/i18n';
import { Access, type Opened } from './access';
import type { Address } from './address';
import { blank, type Design, NO_DESIGN, readAttributes, readDesign, saveDesign, stored } from './designs';
import type { Host } from './host';
import type { Parent } from './parent';
import { type Problem, problemOf, refusal } from './problem';
import type { DesignOut, Features, MakerPayload, Sample, Theme } from './protocol/messages';

/** How long a host has to send a code that is missing in the URL. Hosts are notified of a missing one within two seconds. */
const CODE_WITHIN_MS = 1500;
/** The key of the host's sample values for previews. */
export const HOSTS_SAMPLE = 'host';

export type MakerState = {
  phase: 'loading' | 'open' | 'failed' | 'closed';
  opened: Opened | null;
  /** The saved design, or null before the first save. */
  design: Design | null;
  /** The design that the editor opens. */
  stored: StoredDesign | null;
  /** Counts opened designs: each gets its own instance of the editor. */
  edition: number;
  attributes: readonly EditorAttribute[];
  problem: Problem | null;
  /** Why the last save failed. Null after the next successful save or after reloading the design. */
  notSaved: Problem | null;
  theme: Theme;
  features: Features;
  sample: Sample | null;
};

/** The questions that the design maker asks. */
export type Questions = {
  /** Asks whether to discard unsaved changes. */
  leaveUnsaved: () => Promise<boolean>;
  /** Says that the design maker cannot be closed during a save. */
  savingNow: () => void;
};

/** An embedded design maker. It opens, saves and reports its result once. */
export class Maker {
  readonly store = createStore<MakerState>()(() => ({
    phase: 'loading',
    opened: null,
    design: null,
    stored: null,
    edition: 0,
    attributes: [],
    problem: null,
    notSaved: null,
    theme: {},
    features: {},
    sample: null,
  }));
  readonly host: Host;
  readonly #address: Address;
  readonly #parent: Parent;
  readonly #questions: Questions;
  readonly #access = new Access((endsAt) =>
    this.host.say('auth-expiring', { expires_at: endsAt.toISOString() }),
  );
  #editor: EditorHandle | null = null;
  #codeTimer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  /** The host's message that the running save replies to. */
  #saveFor: string | undefined;

  constructor(address: Address, parent: Parent, host: Host, questions: Questions) {
    this.host = host;
    this.#address = address;
    this.#parent = parent;
    this.#questions = questions;
    const { readOnly, scheme } = address;
    this.store.setState({ features: readOnly ? { read_only: true } : {}, theme: scheme ? { scheme } : {} });
  }

  /** Opens with the authorization in the URL, or waits for the host's. */
  start(self: Window): void {
    const nameless = self.origin === 'null' || this.#parent.nameless;
    if (!nameless) this.#parent.hello();
    if (nameless) this.#fail(refusal(403, 'embed.sandboxed'));
    else if (this.#address.secret !== '') void this.#open(this.#address.secret);
    else this.#codeTimer = setTimeout(() => this.#fail(refusal(401, 'embed.no_code')), CODE_WITHIN_MS);
  }

  /** Opens with a code from the host, if the URL contained none. */
  bring(code: string): void {
    if (this.#address.secret === '' && this.#codeTimer !== undefined) void this.#open(code);
  }

  async #open(code: string): Promise<void> {
    clearTimeout(this.#codeTimer);
    this.#codeTimer = undefined;
    const { departmentId, designId, locale } = this.#address;
    try {
      const opened = await this.#access.exchange({
        code,
        ...(departmentId !== undefined && { department_id: departmentId }),
        ...(designId !== undefined && { design_id: designId }),
        ...(this.#parent.evident !== undefined && { parent_origin: this.#parent.evident }),
      });
      if (!this.#parent.allow(opened.parent_origins)) throw refusal(403, 'embed.parent_not_allowed');
      this.#parent.hello();
      if (opened.locale !== '' && !locale) void showLanguage(opened.locale);
      this.store.setState({ opened });
      const [design, attributes] = await Promise.all([
        opened.design_id === null ? null : readDesign(opened.design_id),
        readAttributes(),
      ]);
      if (this.store.getState().phase !== 'loading') return;
      this.store.setState({
        phase: 'open',
        design,
        attributes,
        stored: design ? stored(design) : blank(opened.kind, document.documentElement.lang),
      });
      this.sayLoaded();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Continues with another code before access ends. */
  async renew(code: string): Promise<void> {
    const { opened, design } = this.store.getState();
    if (!opened) throw refusal(409, 'not_open');
    const next = await this.#access.exchange({
      code,
      department_id: opened.department_id,
      ...(this.#parent.evident !== undefined && { parent_origin: this.#parent.evident }),
    });
    if (next.design_id !== null && next.design_id !== (design?.id ?? null))
      throw refusal(403, 'embed.elsewhere');
    this.store.setState({ opened: next });
  }

  /** Opens another design instead of this one. */
  async load(id: number, force: boolean): Promise<void> {
    this.#mustBeOpen();
    if (this.#editor?.saving()) throw refusal(409, 'saving');
    if (!force && !(await this.#mayLose())) throw refusal(409, 'cancelled');
    const design = await readDesign(id);
    this.store.setState(({ edition }) => ({
      design,
      stored: stored(design),
      edition: edition + 1,
      notSaved: null,
    }));
  }

  /** Reports that the design is open, once the host can receive it. */
  sayLoaded(re?: string): void {
    const { phase, opened, design } = this.store.getState();
    if (phase !== 'open' || !opened) return;
    const facts = { design: design ?? NO_DESIGN, scopes: opened.scopes, read_only: this.readOnly };
    this.host.say('loaded', facts, re);
  }

  get readOnly(): boolean {
    const { features, opened } = this.store.getState();
    return features.read_only === true || !opened?.scopes.includes('design.write');
  }

  dress(theme: Theme): void {
    this.store.setState((state) => ({ theme: { ...state.theme, ...theme } }));
  }

  feature(features: Features): void {
    this.store.setState((state) => ({ features: { ...state.features, ...features } }));
  }

  show(sample: Sample): void {
    this.store.setState({ sample });
    this.#editor?.showSample(HOSTS_SAMPLE);
  }

  /** Stores the editor's handle, which knows about unsaved changes. */
  lend = (editor: EditorHandle | null): void => {
    this.#editor = editor;
    if (this.store.getState().sample) editor?.showSample(HOSTS_SAMPLE);
  };

  async picture(): Promise<string> {
    return new XMLSerializer().serializeToString(await this.#mustBeOpen().picture());
  }

  png(width?: number): Promise<string> {
    return this.#mustBeOpen().png(width);
  }

  /** Saves on request of the host. The result is the reply to message `re`. */
  async saveFor(re: string | undefined): Promise<void> {
    const editor = this.#mustBeOpen();
    if (this.readOnly) throw refusal(403, 'read_only');
    const { design } = this.store.getState();
    if (design && !editor.dirty()) return this.host.say('saved', savedPayload(design), re);
    if (editor.saving() || this.#saveFor !== undefined) throw refusal(409, 'saving');
    this.#saveFor = re;
    try {
      const { state } = await editor.save();
      if (state === 'cancelled' || state === 'refused') this.#notSaved({ code: state, status: 409 });
    } finally {
      this.#saveFor = undefined;
    }
  }

  /** Saves a design that was opened at `version`. `over` overwrites what others have saved since. */
  async save(sheet: Sheet, version: number, over: boolean): Promise<SaveOutcome> {
    const id = this.store.getState().design?.id ?? null;
    try {
      const from = over && id !== null ? (await readDesign(id)).version : version;
      const design = await saveDesign(id, sheet, from);
      this.store.setState({ design, notSaved: null });
      this.host.say('saved', savedPayload(design), this.#answered());
      return { state: 'saved', version: design.version };
    } catch (error) {
      const notSaved = problemOf(error);
      const { status, code, lines } = notSaved;
      this.store.setState({ notSaved });
      this.host.say('save-failed', { code, status }, this.#answered());
      return code === 'design.changed' ? { state: 'conflict' } : { state: 'refused', lines };
    }
  }

  /** Reports that the host's save had no effect, unless that was reported already. */
  #notSaved(why: MakerPayload<'save-failed'>): void {
    const re = this.#answered();
    if (re !== undefined) this.host.say('save-failed', why, re);
  }

  #answered(): string | undefined {
    const re = this.#saveFor;
    this.#saveFor = undefined;
    return re;
  }

  /** Loads the design as others saved it. */
  async reload(): Promise<StoredDesign> {
    const id = this.store.getState().design?.id;
    if (id === undefined || id === null) throw refusal(404, 'design.not_found');
    const design = await readDesign(id);
    this.store.setState({ design, notSaved: null });
    return stored(design);
  }

  async reloadAttributes(): Promise<void> {
    this.store.setState({ attributes: await readAttributes() });
  }

  /** Closes the design maker, unless a save is running or the person decides to stay. */
  async close(force = false): Promise<MakerPayload<'close'>> {
    const { phase } = this.store.getState();
    if (phase === 'closed' || phase === 'failed') return { accepted: true };
    if (this.#editor?.saving()) {
      this.#questions.savingNow();
      return { accepted: false, reason: 'saving' };
    }
    if (!force && !(await this.#mayLose())) return { accepted: false, reason: 'cancelled' };
    return { accepted: true };
  }

  /** Whether unsaved changes may be discarded. */
  async #mayLose(): Promise<boolean> {
    if (!this.#editor?.dirty()) return true;
    if (this.#asking) return false;
    this.#asking = true;
    const leave = await this.#questions.leaveUnsaved();
    this.#asking = false;
    // A save that has started meanwhile is completed first.
    return leave && this.#editor?.saving() !== true;
  }

  /** Ends the design maker with 200, or with the status of the last save if it failed and its changes are lost. */
  finish(): void {
    const { phase, design, notSaved } = this.store.getState();
    if (phase === 'closed' || phase === 'failed') return;
    const lost = notSaved && this.#editor?.dirty() !== false ? notSaved : null;
    this.store.setState({ phase: 'closed', notSaved: lost });
    this.#access.end();
    this.host.end({ status: lost?.status ?? 200, design: design ?? NO_DESIGN });
  }

  /** Ends a design maker that cannot continue, for example after a script error. */
  crash(error: unknown): void {
    const { phase, design } = this.store.getState();
    if (phase === 'closed' || phase === 'failed') return;
    this.#end(problemOf(error), design ?? NO_DESIGN);
  }

  #fail(error: unknown): void {
    if (this.store.getState().phase === 'loading') this.#end(problemOf(error), NO_DESIGN);
  }

  #end(problem: Problem, design: DesignOut): void {
    this.store.setState({ phase: 'failed', problem });
    this.#access.end();
    this.host.say('error', { code: problem.code, status: problem.status });
    this.host.end({ status: problem.status, design });
  }

  #mustBeOpen(): EditorHandle {
    if (!this.#editor) throw refusal(409, 'not_open');
    return this.#editor;
  }
}

const savedPayload = (design: Design) => ({ design_id: design.id ?? 0, version: design.version, design });
