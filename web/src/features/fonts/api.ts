import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { type FontEntry, listAddedFonts } from '../../api/fonts';
import { FONTS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { useSession } from '../../api/session';
import { upload } from '../../api/uploads';

export type { FontEntry };
/** A font that the department uploaded. */
export type OwnFont = FontEntry & { id: number };
export type FontCoverage = components['schemas']['FontCoverage'];

export const MAX_BYTES = 10 * 1024 * 1024;
export const ENDINGS = ['.ttf', '.otf', '.woff2'] as const;

/** The key includes the department, so that switching departments never shows fonts of another one. */
export const addedFontsQuery = (department = useSession.getState().session?.department?.id) =>
  queryOptions({
    queryKey: [...FONTS, 'added', department],
    queryFn: ({ signal }) => listAddedFonts(signal),
  });

export const isOwn = (font: FontEntry): font is OwnFont => font.id !== null;

export const coverageQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...FONTS, 'coverage', id, language],
    queryFn: ({ signal }) => call(api.POST('/fonts/coverage', { body: { id, language }, signal })),
  });

/** Uploads a font file and adds it. The caller confirms that the department has a licence for the font. */
export async function addFont(file: File, name: string): Promise<FontEntry> {
  const { key } = await upload('fonts', file);
  const font = { key, licensed: true, ...(name ? { name } : {}) };
  return (await call(api.POST('/fonts/create', { body: { font } }))).font;
}

export async function renameFont(id: number, name: string): Promise<FontEntry> {
  return (await call(api.POST('/fonts/update', { body: { id, font: { name } } }))).font;
}

export async function deleteFont(id: number): Promise<void> {
  await call(api.POST('/fonts/delete', { body: { id } }));
}
