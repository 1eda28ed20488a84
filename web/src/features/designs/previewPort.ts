import { useMemo } from 'react';
import { usePermission } from '../../api/session';
import type { PreviewPort } from '../../editor';
import { findGroups, readProof, readRecipients } from './preview';

/** What the editor shows a design with: real people of the department, and the server's own view; nothing before the first save. */
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
