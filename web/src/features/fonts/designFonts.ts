import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forEditor } from '../../api/fonts';
import { useSession } from '../../api/session';
import { addedFontsQuery } from './api';

/** Makes the department's own fonts available to design previews. The editor module is loaded only if there are any. */
export function useDesignFonts(): void {
  const department = useSession((state) => state.session?.department?.id);
  const { data } = useQuery({ ...addedFontsQuery(department), enabled: department !== undefined });
  const told = useRef(false);
  useEffect(() => {
    if (!data || (data.length === 0 && !told.current)) return;
    told.current = true;
    void import('../../editor').then(({ setAddedFonts }) => setAddedFonts(data.map(forEditor)));
  }, [data]);
}
