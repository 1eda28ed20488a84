import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { completed } from '../verifier/words';
import { startTranslation } from './i18n';

afterEach(() => vi.unstubAllGlobals());

test('what a language lacks is said in English, plural forms included', async () => {
  const texts = { ui: { dialog: { close: 'إغلاق' } }, home: { steps: {} } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(texts)));
  await startTranslation('ar');
  expect(i18next.t('ui.dialog.close')).toBe('إغلاق');
  expect(i18next.t('ui.dialog.cancel')).toBe('Cancel');
  expect(i18next.t('ui.table.selected', { count: 3, number: '3' })).toBe('3 selected');
});

test('the page that verifies offline says in English what a language lacks', () => {
  expect(completed({ a: 'A', b: { c: 'C', d: 'D' } }, { b: { c: 'Z' } })).toEqual({
    a: 'A',
    b: { c: 'Z', d: 'D' },
  });
});
