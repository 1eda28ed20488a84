import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { OPERATIONS } from '../../api/queries/keys';
import { useSession } from '../../api/session';
import { hideOperation, useFollowed } from '../../ui/progress/followed';
import { isOpen, type Operation, operationsQuery } from './api';
import { OperationRow } from './OperationRow';
import styles from './operations.module.css';

/**
 * A tray at the bottom of every page with the user's running operations, wherever they were started, and the results of those that
 * were started in this browser.
 */
export function OperationTray() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const { started, hidden, starts } = useFollowed();
  const inDepartment = useSession((state) => state.session?.department !== undefined);
  const { data = [] } = useQuery({ ...operationsQuery(), enabled: inDepartment });

  useEffect(() => {
    if (starts > 0) void queries.invalidateQueries({ queryKey: OPERATIONS });
  }, [queries, starts]);

  const seen = data.find((one) => !isOpen(one) && one.page === here && started.includes(one.page));
  useEffect(() => {
    // The page shows the result.
    if (seen) hideOperation(seen.page);
  }, [seen]);

  const shown = newestOfEachPage(data).filter(
    (one) =>
      !hidden.includes(one.page) &&
      (isOpen(one) || (started.includes(one.page) && one.page !== here && !one.undone_by)),
  );
  if (shown.length === 0) return null;
  return (
    <section className={styles.tray} aria-label={t('operations.tray')}>
      {shown.map((one) => (
        <OperationRow key={one.uuid} operation={one} />
      ))}
    </section>
  );
}

/** An operation and the one that undoes it, or two on the same group, have one page. */
function newestOfEachPage(operations: readonly Operation[]): Operation[] {
  return operations.filter((one, at) => operations.findIndex(({ page }) => page === one.page) === at);
}
