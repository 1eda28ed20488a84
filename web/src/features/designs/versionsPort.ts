import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { designQuery, readDesign } from '../../api/queries/designs';
import { DESIGNS } from '../../api/queries/keys';
import { usePermission } from '../../api/session';
import { documentOf, type RestoreOutcome, type VersionsPort } from '../../editor';
import { useConfirmation } from './useConfirmation';
import { listVersions, readVersion, restoreVersion } from './versions';

/** Version history of a design. Restoring requires the permission to manage designs. */
export function useVersionsPort(id: number): VersionsPort {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const confirmed = useConfirmation();
  const mayManage = usePermission('manage_designs');
  return useMemo(() => {
    const restore = async (number: number, from: number): Promise<RestoreOutcome> => {
      try {
        if (!(await confirmed((await readDesign(id)).credentials_count))) return { state: 'cancelled' };
        const design = await restoreVersion(id, number, from);
        queries.setQueryData(designQuery(id).queryKey, design);
        await queries.invalidateQueries({ queryKey: [...DESIGNS, 'search'] });
        return {
          state: 'restored',
          design: { name: design.name, document: documentOf(design), version: design.version },
        };
      } catch (error) {
        const lines = error instanceof ApiError ? error.lines : [];
        return { state: 'refused', lines: lines.length > 0 ? lines : [t('problem.generic')] };
      }
    };
    return {
      list: (page, signal) => listVersions(id, page, signal),
      one: (number, signal) => readVersion(id, number, signal),
      restore: mayManage ? restore : undefined,
    };
  }, [id, queries, confirmed, mayManage, t]);
}
