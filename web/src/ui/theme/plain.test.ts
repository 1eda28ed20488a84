import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tokens = (file: string, selector: string) => {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const rules = css.split('}').filter((rule) => rule.includes(selector));
  return new Set(
    rules.flatMap((rule) =>
      [...rule.matchAll(/(--lr-[a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => `${name}: ${value}`),
    ),
  );
};

test('pages without scripts have the dark colors of the application', () => {
  const application = tokens('tokens.css', '[data-mantine-color-scheme="dark"]');
  expect(application.size).toBeGreaterThan(10);
  expect(tokens('plain.css', ':not([data-mantine-color-scheme])')).toEqual(application);
});
