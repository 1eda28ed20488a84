import type { EvidenceInput, EvidenceItem } from './api';
import { type CourseTime, contentOf, type TranscriptRow } from './content';

export const CATEGORIES = [
  'file',
  'image',
  'video',
  'audio',
  'url',
  'credential',
  'grade',
  'transcript',
  'course_duration',
  'text',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const VISIBILITIES = ['public', 'key_holders', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const TAKES_FILE: readonly Category[] = ['file', 'image', 'video', 'audio'];
export const TAKES_LINK: readonly Category[] = ['url', 'credential'];

/** Categories that take a preview image. Images are their own preview. */
export const TAKES_PREVIEW: readonly Category[] = ['file', 'video', 'audio', 'url', 'credential'];

/** The form values of an item. Fields of other categories are ignored. */
export interface Values {
  category: Category;
  title: string;
  narrative: string;
  link: string;
  /** Storage key of an upload, or '' to keep the current file. */
  file: string;
  grade: string | number;
  transcript: TranscriptRow[];
  course: CourseTime;
  text: string;
  preview: string;
  visibility: Visibility;
}

export const emptyRow = (): TranscriptRow => ({ subject: '', grade: '', weight: '' });

export function valuesOf(item?: EvidenceItem): Values {
  const content = item ? contentOf(item) : null;
  return {
    category: item ? ((item.category ?? 'text') as Category) : 'file',
    title: item?.description ?? '',
    narrative: item?.narrative ?? '',
    link: item && !item.file ? (item.link_url ?? '') : '',
    file: '',
    grade: content?.grade ?? '',
    transcript: content?.transcript.length ? content.transcript : [emptyRow()],
    course: content?.course ?? { start: '', end: '', days: '' },
    text: content?.text ?? '',
    preview: item?.preview_image_url ?? '',
    visibility: item?.visibility ?? 'public',
  };
}

/** The API input. For an existing item, it contains only fields that may have changed. */
export function inputOf(values: Values, item?: EvidenceItem): EvidenceInput {
  const { category, title, narrative, link, file, preview, visibility } = values;
  const input: EvidenceInput = { description: title, narrative, visibility };
  if (!item) input.category = category === 'text' ? '' : category;
  if (TAKES_FILE.includes(category) && (file || !item)) input.file = file;
  const linked = item !== undefined && !item.file && item.link_url !== null;
  if (TAKES_LINK.includes(category) || (linked && !file)) input.url = link;
  if (preview !== (item?.preview_image_url ?? '')) input.preview = preview;
  const value = stringObject(values);
  if (value !== undefined) input.string_object = value;
  return input;
}

function stringObject({ category, grade, transcript, course, text }: Values): unknown {
  switch (category) {
    case 'grade':
      return grade;
    case 'text':
      return text;
    case 'course_duration':
      return { start_date: course.start, end_date: course.end, duration_in_days: course.days };
    case 'transcript':
      return transcript
        .filter(({ subject, grade: mark, weight }) => subject || mark || weight)
        .map(({ subject, grade: mark, weight }) => ({
          category: subject,
          percent: mark,
          weight: weight || null,
        }));
    default:
      return undefined;
  }
}

/** Length of a course in days, including both ends; '' if a date is missing or the end is before the start. */
export function daysBetween(start: string, end: string): string {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return Number.isInteger(days) && days > 0 ? String(days) : '';
}
