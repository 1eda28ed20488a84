import { useCallback, useEffect, useRef } from 'react';
import type { RowId } from '../../ui/list/useSelection';
import type { Credential } from './api';

/** Keeps every credential that a list has shown, so that selected ones are known on other pages too. */
export function useSeen(rows: readonly Credential[] | undefined): (ids: Iterable<RowId>) => Credential[] {
  const known = useRef(new Map<RowId, Credential>());
  useEffect(() => {
    for (const row of rows ?? []) known.current.set(row.accredible_internal_id, row);
  }, [rows]);
  return useCallback((ids) => [...ids].flatMap((id) => known.current.get(id) ?? []), []);
}
