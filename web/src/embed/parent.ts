import { originOf } from './address';
import { READY, type Result } from './protocol/messages';

/**
 * The page that shows us. Nothing but the hello ever goes out before its origin is known, and nothing at all to an origin that
 * the department does not list: the browser itself lets no other page show us, because of the policy that the page came with.
 */
export class Parent {
  readonly #window: Window;
  readonly #framed: boolean;
  readonly #hint: string | undefined;
  readonly #evident: string | undefined;
  #listed: readonly string[] | undefined;
  #pinned: string | undefined;
  #greeted = false;
  #told = false;

  constructor(self: Window, hint: string | undefined) {
    this.#window = self.parent;
    this.#framed = self.parent !== self;
    this.#hint = hint;
    this.#evident = this.#framed ? evidentOrigin(self) : undefined;
  }

  /** The embedding page's origin, as far as the browser reveals it. */
  get evident(): string | undefined {
    return this.#pinned ?? this.#evident;
  }

  /** The embedding page has an opaque origin, such as a sandboxed page. */
  get nameless(): boolean {
    return this.#evident === 'null';
  }

  /** Whether a message may be from our host: from its window and, if known, from its origin. */
  sent({ source, origin }: Pick<MessageEvent, 'source' | 'origin'>): boolean {
    if (!this.#framed || source !== this.#window || origin === 'null') return false;
    const known = this.evident;
    if (known !== undefined) return origin === known;
    return this.#listed?.includes(origin) ?? true;
  }

  /** Fixes the origin of our host. */
  pin(origin: string): void {
    this.#pinned = origin;
  }

  /** Sets the origins that may embed us. Returns false if the host is none of them. */
  allow(origins: readonly string[]): boolean {
    this.#listed = origins;
    const known = this.evident;
    if (known !== undefined) {
      this.#pinned = known;
      return origins.includes(known);
    }
    if (origins.length === 1) this.#pinned = origins[0];
    return true;
  }

  /** Sends the first message, once, as soon as the target is known. */
  hello(): void {
    if (this.#greeted) return;
    const addressees = this.#addressees();
    this.#greeted = addressees.length > 0;
    for (const origin of addressees) this.#window.postMessage(READY, origin);
  }

  /** Sends the result, once. A failure without a design goes to any embedding page if no origins are known. */
  tell(result: Result): void {
    if (this.#told || !this.#framed) return;
    this.#told = true;
    const known = this.#addressees();
    const all = known.length === 0 && result.design.id === null ? ['*'] : known;
    for (const origin of all) this.#window.postMessage(result, origin);
  }

  /**
   * Where a message goes. Where the browser tells nothing about our host and it never spoke, that is each page on the list:
   * the browser delivers to the one that it is, and to no other.
   */
  #addressees(): readonly string[] {
    const known = this.evident;
    if (!this.#framed || known === 'null') return [];
    if (known !== undefined) return [known];
    return this.#listed ?? (this.#hint === undefined ? [] : [this.#hint]);
  }
}

/** The origin of the embedding page: from ancestorOrigins in Chromium and Safari, or else from the referrer. */
function evidentOrigin(self: Window): string | undefined {
  return self.location.ancestorOrigins?.[0] ?? originOf(self.document.referrer);
}
