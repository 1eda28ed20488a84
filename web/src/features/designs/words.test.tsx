import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startTranslation } from '../../i18n/i18n';
import { useDesignWords } from './words';

const [arabic] = Object.values(
  import.meta.glob<object>('../../../../locales/ar/designs.json', { import: 'default', eager: true }),
);

afterEach(() => vi.unstubAllGlobals());

test('a size and its orientation are joined by the comma of the language', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(arabic)));
  await startTranslation('ar');
  const { format } = renderHook(() => useDesignWords()).result.current;
  expect(format({ kind: 'certificate', size: 'a4', orientation: 'landscape' })).toBe('A4، أفقي');
});
