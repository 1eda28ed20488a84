declare module 'linebreak' {
  /** The Unicode line breaking algorithm: each call gives the next place where a line may or must end. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
