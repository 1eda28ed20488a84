import type { TextBlock, Values } from '../model/types';
import { formatDate, isolate, safeLocale, textDirection } from './locale';

const TAG = /\[([a-z]+\.[a-z0-9_]+)\]/g;

/** The tags of a text in order, without brackets. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(TAG)].map((match) => match[1] ?? '');
}

function tagText(name: string, values: Values, lang: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!value || value.kind === 'image') return '';
  return value.kind === 'date' ? formatDate(value.value, lang) : value.value;
}

type Dress = (value: string) => string;

/** Puts values in place of tags in one pass, so that a value that looks like a tag stays as it is. */
export function fillTags(text: string, values: Values | undefined, lang: string, dress: Dress = String): string {
  if (!values) return text;
  return text.replace(TAG, (_, name: string) => dress(tagText(name, values, lang)));
}

/** Drops lines that held nothing but tags without a value, so that they leave no hole. */
function fillLines(model: string, values: Values, lang: string, dress?: Dress): string {
  return model
    .split('\n')
    .flatMap((line) => {
      const filled = fillTags(line, values, lang, dress);
      return filled.trim() === '' && tagsIn(line).length > 0 ? [] : [filled];
    })
    .join('\n');
}

/** Keeps a value of the other direction together, so that its brackets and full stops stay at its ends. */
function fillIsolated(model: string, values: Values, lang: string): string {
  const direction = textDirection(fillLines(model, values, lang), lang);
  const differs = (value: string) => /\p{L}/u.test(value) && textDirection(value, lang) !== direction;
  return fillLines(model, values, lang, (value) => (differs(value) ? isolate(value) : value));
}

/** Upper case by the language's rules; tags that still show keep their names. */
function upperCase(text: string, lang: string): string {
  const locale = safeLocale(lang);
  return text.replace(/\[[a-z]+\.[a-z0-9_]+\]|[^[]+|\[/g, (part) =>
    /^\[./.test(part) ? part : part.toLocaleUpperCase(locale),
  );
}

/** The text that a block shows, with `\n` between its paragraphs. */
export function blockText(block: TextBlock, values: Values | undefined, lang: string): string {
  const model = block.model.replace(/\r\n?/g, '\n');
  const filled = values ? fillIsolated(model, values, lang) : model;
  const text = filled.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, ' ');
  return block.uppercase ? upperCase(text, lang) : text;
}
