import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FontEntry } from '../../api/fonts';
import { useSession } from '../../api/session';
import type { AddedFont } from '../../editor';
import { addedFontsQuery, isOwn } from './api';

/** A font of the server's list as the editor knows it. */
export function toAddedFont(font: FontEntry): AddedFont {
  return {
    name: font.name,
    type: font.type === 'google' ? 'google' : 'custom',
    fallback: font.fallback,
    scripts: font.scripts as AddedFont['scripts'],
    languages: font.languages,
    category: font.category,
    own: isOwn(font),
    faces: font.files.map(({ weight, italic, url, unicode_range: range }) => ({
      weight,
      italic,
      url,
      range,
    })),
  };
}

/** Lets designs be shown in the department's own fonts. The painters are loaded only where there are any. */
export function useDesignFonts(): void {
  const department = useSession((state) => state.session?.department?.id);
  const { data } = useQuery({ ...addedFontsQuery(department), enabled: department !== undefined });
  const told = useRef(false);
  useEffect(() => {
    if (!data || (data.length === 0 && !told.current)) return;
    told.current = true;
    void import('../../editor').then(({ setAddedFonts }) => setAddedFonts(data.map(toAddedFont)));
  }, [data]);
}
