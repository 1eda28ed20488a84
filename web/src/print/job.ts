import type { DesignDocument, Values } from '../editor/core/document/types';
import type { AddedFont } from '../editor/core/fonts/added';
import type { WarningCode } from '../editor/core/layout/display';
import { SIZES } from '../editor/core/primitives/sizes';
import type { PrintCode } from './codes';
import type { PrintBlock } from './reading';

export type PrintMode = 'pdf' | 'print' | 'picture';

/** A request of the server: one page for each recipient. */
export type PrintJob = {
  design: DesignDocument;
  lang: string;
  mode: PrintMode;
  title: string;
  pages: { values: Values }[];
  /** Where to load each image of the design or of a value from, by its URL. */
  images: Record<string, string>;
  /** The design's fonts that are not bundled, if there are any. */
  fonts?: PrintFont[];
  /** How much larger the paper is than the page, in CSS px. Chrome rounds paper to whole points, and the server crops it. */
  room?: number;
  /** The prefix of the names of boxes that replace codes. If omitted, the page paints the codes. */
  stand_in?: string;
};

export type PrintFont = {
  name: string;
  fallback: AddedFont['fallback'];
  scripts: AddedFont['scripts'];
  faces: { weight: number; italic: boolean; address: string; range: string }[];
};

export type PrintWarning = { page: number; block_index: number; code: WarningCode };

export type PrintResult = {
  pages: number;
  /** The size of a page in CSS px. */
  width: number;
  height: number;
  /** The text of each page in the order of painting, against which the PDF is checked. */
  blocks: PrintBlock[][];
  /** The reading order of each page's blocks. */
  reading: number[][];
  /** The codes of each page that boxes replace. Empty if the page paints the codes. */
  codes: PrintCode[][];
  warnings: PrintWarning[];
};

const MODES: readonly string[] = ['pdf', 'print', 'picture'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(input: unknown): boolean {
  return input === undefined || Array.isArray(input);
}

function isPrefix(input: unknown): boolean {
  return input === undefined || (typeof input === 'string' && input !== '');
}

/** Rejects malformed jobs. The server has validated the design, so only the shape is checked. */
export function readJob(input: unknown): PrintJob {
  const refuse = (what: string): never => {
    throw new Error(`invalid_job: ${what}`);
  };
  if (!isRecord(input)) return refuse('not an object');
  const { design, lang, mode, title, pages, images, fonts, stand_in } = input;
  if (!isRecord(design) || !Array.isArray(design.blocks)) return refuse('design');
  if (!Object.hasOwn(SIZES, String(design.size))) return refuse('size');
  if (typeof lang !== 'string' || typeof title !== 'string') return refuse('lang or title');
  if (typeof mode !== 'string' || !MODES.includes(mode)) return refuse('mode');
  if (!Array.isArray(pages) || pages.length === 0 || !pages.every((page) => isRecord(page?.values))) {
    return refuse('pages');
  }
  if (mode === 'picture' && pages.length !== 1) return refuse('a picture has one page');
  if (!isRecord(images)) return refuse('images');
  if (!isList(fonts)) return refuse('fonts');
  if (!isPrefix(stand_in)) return refuse('stand_in');
  return input as PrintJob;
}
