import type { PreviewRecipient, RecipientStep, RecipientStretch } from '../../state/ports/preview';

export type Read = (step: RecipientStep, signal: AbortSignal) => Promise<RecipientStretch>;

/** A recipient with its index in the group, from 0. */
export type Placed = { place: number; recipient: PreviewRecipient };

/** The batch sizes for stepping and for reading all recipients. */
const STEP = 30;
const SWEEP = 500;

/** Steps through the recipients of one group and reads only those that are needed. */
export class Walker {
  total = 0;
  longest: number | null = null;
  shortest: number | null = null;
  readonly #read: Read;
  readonly #known = new Map<number, PreviewRecipient>();

  constructor(read: Read) {
    this.#read = read;
  }

  /** Returns the first recipient, or undefined in an empty group. */
  async start(signal: AbortSignal): Promise<Placed | undefined> {
    const stretch = await this.#read({ limit: STEP }, signal);
    this.longest = stretch.longest;
    this.shortest = stretch.shortest;
    this.#known.clear();
    this.#keep(stretch);
    return this.#at(0);
  }

  /** Returns the recipient at an index next to a known one, or undefined past the ends. */
  async at(place: number, signal: AbortSignal): Promise<Placed | undefined> {
    if (place < 0 || place >= this.total) return undefined;
    const known = this.#at(place);
    if (known) return known;
    const before = this.#known.get(place - 1);
    const after = this.#known.get(place + 1);
    const step = before ? { after: before.id } : after ? { before: after.id } : {};
    const stretch = await this.#read({ ...step, limit: STEP }, signal);
    this.#keep(stretch);
    // If recipients were added or deleted meanwhile, the nearest one is used.
    const near = after ? stretch.earlier + stretch.recipients.length - 1 : stretch.earlier;
    return this.#at(place) ?? this.#at(near);
  }

  /** Returns the recipient with this ID, at any index. */
  async find(id: number, signal: AbortSignal): Promise<Placed | undefined> {
    for (const [place, recipient] of this.#known) if (recipient.id === id) return { place, recipient };
    const stretch = await this.#read({ after: id - 1, limit: STEP }, signal);
    this.#keep(stretch);
    return this.#at(stretch.earlier);
  }

  /** Yields all recipients in order, several hundred at a time. Those already known are not read again. */
  async *all(signal: AbortSignal): AsyncGenerator<readonly Placed[]> {
    let after: number | undefined;
    for (let place = 0; place < this.total; ) {
      let run = this.#run(place);
      if (run.length === 0) {
        const stretch = await this.#read({ ...(after !== undefined && { after }), limit: SWEEP }, signal);
        this.#keep({ ...stretch, earlier: place });
        run = this.#run(place);
        if (run.length === 0) return;
      }
      yield run;
      place += run.length;
      after = run.at(-1)?.recipient.id;
    }
  }

  /** Returns the known recipients from an index up to the first gap. */
  #run(from: number): Placed[] {
    const run: Placed[] = [];
    for (let next = this.#at(from); next && run.length < SWEEP; next = this.#at(from + run.length))
      run.push(next);
    return run;
  }

  #at(place: number): Placed | undefined {
    const recipient = this.#known.get(place);
    return recipient && { place, recipient };
  }

  #keep({ recipients, earlier, total }: RecipientStretch): void {
    if (total !== this.total) this.#known.clear();
    this.total = total;
    for (const [index, recipient] of recipients.entries()) this.#known.set(earlier + index, recipient);
  }
}
