import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { exportAddress } from '../../api/exports';
import { dialog } from '../../ui/dialog/dialog';
import { followOperation } from '../../ui/progress/followed';
import { exportPerson, type Person } from './api';

/** Starts an export of everything about a person, and opens its page. */
export function useExport(person: Person | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => (person ? exportPerson(person.id) : null),
    onSuccess: (uuid) => {
      if (!uuid || !person) return;
      const to = exportAddress(uuid);
      followOperation(to);
      void navigate(to);
    },
    onError: (error) => {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      void dialog.warning({ title: t('people.export.failed'), body: lines || t('problem.generic') });
    },
  });
}
