import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, invalidate, PEOPLE } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { erasePerson, type Person } from './api';

/** Returns a function that deletes everything about a person, once their address was typed. */
export function useErase() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (person: Person) => {
    const sure = await dialog.confirm({
      title: t('people.erase.title'),
      body: t('people.erase.body', { name: isolate(person.name) }),
      confirmLabel: t('people.erase.confirm'),
      danger: true,
      typeToConfirm: person.email,
    });
    if (!sure) return;
    const working = dialog.loading({ title: t('people.erase.working') });
    try {
      await erasePerson(person.id, person.email);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      return void dialog.warning({ title: t('people.erase.failed'), body: lines || t('problem.generic') });
    } finally {
      working.close();
    }
    toast.success(t('people.erase.done'));
    await navigate('/recipients', { replace: true });
    await invalidate(queries, [...PEOPLE, 'list'], CREDENTIALS); // the person, who is still on the page, is gone
  };
}
