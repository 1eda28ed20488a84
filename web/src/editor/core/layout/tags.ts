import type { Values } from '../primitives/base';
import { formatDate, formatPercent, isolate, safeLocale, textDirection } from './locale';

const TAG = /\[([a-z]+\.[a-z0-9_]+)\]/g;

/** A tag with an adjacent percent sign, as some designs have it. */
const TAG_WITH_SIGN = /([%٪]?)\[([a-z]+\.[a-z0-9_]+)\]((?:[ \u00a0\u202f]?[%٪])?)/g;

/** Tags of identifiers. Ligatures would alter them: Inter draws "5x2" as "5×2". */
const IDS = new Set([
  'credential.id',
  'credential.license_id',
  'credential.url',
  'credential.uuid',
  'recipient.id',
]);

/** Returns the tags of a text in order, without brackets. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(TAG)].map((match) => match[1] ?? '');
}

/** Whether a text contains an identifier. */
export function showsId(text: string): boolean {
  return tagsIn(text).some((tag) => IDS.has(tag));
}

function findValue(name: string, values: Values) {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function tagText(name: string, values: Values, lang: string): string {
  const value = findValue(name, values);
  if (!value || value.kind === 'image') return '';
  if (value.kind === 'percent') return formatPercent(value.value, lang);
  return value.kind === 'date' ? formatDate(value.value, lang) : value.value;
}

type Dress = (value: string) => string;

/** Replaces tags with values in one pass, so that a value that looks like a tag is left as it is. */
export function fillTags(
  text: string,
  values: Values | undefined,
  lang: string,
  dress: Dress = String,
): string {
  if (!values) return text;
  return text.replace(TAG_WITH_SIGN, (_, before: string, name: string, after: string) => {
    const filled = dress(tagText(name, values, lang));
    // A formatted percentage already includes its sign.
    return findValue(name, values)?.kind === 'percent' ? filled : before + filled + after;
  });
}

/** Removes lines that consist only of tags without a value, so that they leave no gap. */
function fillLines(model: string, values: Values, lang: string, dress?: Dress): string {
  return model
    .split('\n')
    .flatMap((line) => {
      const filled = fillTags(line, values, lang, dress);
      return filled.trim() === '' && tagsIn(line).length > 0 ? [] : [filled];
    })
    .join('\n');
}

/** Isolates values of the opposite direction, so that their brackets and full stops stay in place. */
function fillIsolated(model: string, values: Values, lang: string): string {
  const direction = textDirection(fillLines(model, values, lang), lang);
  const differs = (value: string) => /\p{L}/u.test(value) && textDirection(value, lang) !== direction;
  return fillLines(model, values, lang, (value) => (differs(value) ? isolate(value) : value));
}

/** Converts to upper case by the language's rules. Tags that have not been replaced keep their names. */
function upperCase(text: string, lang: string): string {
  const locale = safeLocale(lang);
  return text.replace(/\[[a-z]+\.[a-z0-9_]+\]|[^[]+|\[/g, (part) =>
    /^\[./.test(part) ? part : part.toLocaleUpperCase(locale),
  );
}

/** Normalizes to NFC and `\n` line breaks, and replaces other control characters with spaces. */
function clean(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  return lines.replace(/\p{Cc}/gu, (char) => (char === '\n' ? char : ' ')).normalize('NFC');
}

/** Returns the displayed text of a block, with `\n` between paragraphs. */
export function blockText(
  block: { model: string; uppercase?: boolean },
  values: Values | undefined,
  lang: string,
): string {
  const model = clean(block.model);
  const text = values ? clean(fillIsolated(model, values, lang)) : model;
  return block.uppercase ? upperCase(text, lang) : text;
}
