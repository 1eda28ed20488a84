import { useMemo } from 'react';
import { usePermission } from '../../api/session';
import type { PreviewPort } from '../../editor';
import { findGroups, readProof, readRecipients } from './preview';

/** Preview with recipients of the department and the server's rendering; undefined before the first save. */
export function usePreviewPort(id: number | null): PreviewPort | undefined {
  const maySee = usePermission('view_department');
  return useMemo(
    () =>
      id === null
        ? undefined
        : {
            people: maySee
              ? { groups: (search, signal) => findGroups(id, search, signal), recipients: readRecipients }
              : undefined,
            proof: (order, signal) => readProof(id, order, signal),
          },
    [id, maySee],
  );
}
