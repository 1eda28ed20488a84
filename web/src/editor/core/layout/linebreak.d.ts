declare module 'linebreak' {
  /** The Unicode line breaking algorithm. Each call returns the next position where a line may or must end. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
