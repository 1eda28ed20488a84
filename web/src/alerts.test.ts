import { describe, expect, test } from 'vitest';
import decision from '../../docs/adr/0076-unused-messages.md?raw';
import english from './i18n/english';

const sources = Object.entries(
  import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
  .filter(([file]) => !/\.test\.tsx?$/.test(file))
  .map(([, source]) => source)
  .join('\n');

/** The names in the first column of the table with this head. */
function listed(head: string): string[] {
  const table = decision.slice(decision.indexOf(`| ${head} |`)).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => row.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? [])
    .sort();
}

const VARIANTS = [
  ...['alert', 'confirm', 'agree', 'confirmWithCheckbox', 'loading', 'progress'],
  ...['warning', 'success', 'info'],
];

describe('what the specification has to tell is shown, or docs/adr/0076 says why not', () => {
  test('messages', () => {
    const silent = Object.keys(english.alerts).filter((key) => !sources.includes(`alerts.${key}.`));
    expect(silent.sort()).toEqual(listed('Message'));
  });

  test('variants of the dialog', () => {
    const unused = VARIANTS.filter((variant) => !new RegExp(`\\bdialog\\s*\\.${variant}\\(`).test(sources));
    expect(unused.sort()).toEqual(listed('Variant'));
  });
});
