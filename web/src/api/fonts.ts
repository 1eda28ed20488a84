import { api, call } from './client';
import type { components } from './schema.v1.gen';

export type FontEntry = components['schemas']['Font'];

/** The fonts that are not bundled: those the operator added, and the department's own. */
export async function listAddedFonts(signal?: AbortSignal): Promise<FontEntry[]> {
  const { fonts } = await call(api.POST('/fonts/list', { signal: signal ?? null }));
  return fonts.filter(({ files }) => files.length > 0);
}

/** Converts a font of the list for the editor. */
export function forEditor(font: FontEntry) {
  const { name, fallback, scripts, languages, category } = font;
  return {
    ...{ name, fallback, scripts, languages, category },
    type: font.type === 'google' ? ('google' as const) : ('custom' as const),
    own: font.id !== null,
    faces: font.files.map(({ weight, italic, url, unicode_range: range }) => ({
      weight,
      italic,
      url,
      range,
    })),
  };
}
