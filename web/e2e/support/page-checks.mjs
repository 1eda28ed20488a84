import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const texts = join(import.meta.dirname, '../../../locales/en');
const areas = readdirSync(texts).flatMap((file) => Object.keys(JSON.parse(readFileSync(join(texts, file), 'utf8'))));
const RAW_KEY = new RegExp(`(?<![\\w.@/[-])(?:${areas.join('|')})(?:\\.[A-Za-z_-]+)+|\\{\\{.*?\\}\\}`, 'g');

/** What axe finds against WCAG 2.2 AA, or some rules of it, on the page as it stands, one line per rule and element. */
export async function violations(page, rules) {
  await page.evaluate(`window.axe || (() => {${axe}})()`);
  const found = await page.evaluate(
    (runOnly) => window.axe.run({ runOnly, resultTypes: ['violations'], preload: false }).then((result) => result.violations),
    rules ? { type: 'rule', values: rules } : { type: 'tag', values: WCAG },
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`),
  );
}

/** Keys and placeholders that stand on the page, seen or heard, where words should. */
export async function rawKeys(page) {
  const words = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...spoken].join('\n');
  });
  return words.match(RAW_KEY) ?? [];
}
