import { textOfHtml } from '../../lib/trustedTypes';
import type { EvidenceItem } from './api';

/** One row of a transcript, as typed. */
export interface TranscriptRow {
  subject: string;
  grade: string;
  weight: string;
}

export interface CourseTime {
  start: string;
  end: string;
  days: string;
}

/** The content of an item by category, besides its title and narrative. */
export interface Content {
  grade: number | null;
  transcript: TranscriptRow[];
  course: CourseTime | null;
  text: string;
}

/** The API encodes grades as an object, transcripts and course times as JSON in a string, and everything else as a string. */
export function contentOf({ category, string_object: value }: EvidenceItem): Content {
  const content: Content = { grade: null, transcript: [], course: null, text: '' };
  if (category === 'grade') content.grade = Number((value as { grade?: number } | null)?.grade ?? NaN);
  else if (category === 'transcript') content.transcript = rowsOf(parsed(value));
  else if (category === 'course_duration') content.course = timeOf(parsed(value));
  else if (typeof value === 'string') content.text = value;
  if (Number.isNaN(content.grade)) content.grade = null;
  return content;
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return null;
  }
}

const word = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function rowsOf(value: unknown): TranscriptRow[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Record<string, unknown>) => ({
    subject: word(row.category),
    grade: word(row.percent),
    weight: word(row.weight),
  }));
}

function timeOf(value: unknown): CourseTime | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start_date, end_date, duration_in_days } = value as Record<string, unknown>;
  return { start: word(start_date), end: word(end_date), days: word(duration_in_days) };
}

/** The text content of a string that may contain HTML, which is never rendered. */
export function plain(text: string): string {
  if (!text.includes('<')) return text;
  return textOfHtml(text);
}
