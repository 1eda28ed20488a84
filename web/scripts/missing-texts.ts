// Lists the texts that a language lacks; people read them in English. Warns only: a translation may follow later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectedKeys, flatten } from '../src/i18n/coverage.ts';

const LOCALES = join(import.meta.dirname, '../../locales');
const MOST_LISTED = 20;

const textsOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(join(LOCALES, language)).map((file) =>
      flatten(JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))),
    ),
  );

const english = textsOf('en');
for (const { name: language } of readdirSync(LOCALES, { withFileTypes: true }).filter((one) =>
  one.isDirectory(),
)) {
  const texts = textsOf(language);
  const missing = expectedKeys(language, english).filter((key) => texts[key] === undefined);
  if (missing.length === 0) continue;
  console.log(`warning: ${missing.length} texts are missing in locales/${language} and are shown in English:`);
  for (const key of missing.slice(0, MOST_LISTED)) console.log(`  ${key}`);
  if (missing.length > MOST_LISTED) console.log(`  and ${missing.length - MOST_LISTED} more`);
}
