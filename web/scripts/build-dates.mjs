// Writes how the server writes dates in each language of the product: as browsers do, by the data of Intl (Unicode CLDR).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../internal/platform/i18n');
const [, codes] = /var Codes = \[\]string\{([^}]+)\}/.exec(readFileSync(join(folder, 'i18n.go'), 'utf8'));

/** The same date as `date` in web/src/i18n/format.ts, in parts. The fifth, so that a leading zero shows. */
function partsOf(code, month) {
  const locale = new Intl.Locale(code, { calendar: 'gregory', numberingSystem: 'latn' });
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatToParts(Date.UTC(2026, month, 5));
}

function dateForm(code) {
  const tokens = { day: (value) => (value === '05' ? '{dd}' : '{d}'), month: () => '{m}', year: () => '{y}' };
  const form = partsOf(code, 0).map(({ type, value }) => tokens[type]?.(value) ?? value);
  const months = Array.from({ length: 12 }, (_, month) => partsOf(code, month).find(({ type }) => type === 'month').value);
  return { form: form.join(''), months };
}

const forms = Object.fromEntries([...codes.matchAll(/"([\w-]+)"/g)].map(([, code]) => [code, dateForm(code)]));
const lines = Object.entries(forms).map(([code, form]) => `  ${JSON.stringify(code)}: ${JSON.stringify(form)}`);
writeFileSync(join(folder, 'dates.json'), `{\n${lines.join(',\n')}\n}\n`);
