import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { GROUPS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { deleteGroup, type Group, sendExample, updateGroup } from './api';

/** Actions for a group. Each shows its result or error as a notification. */
export function useGroupActions(group: Group) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries({ queryKey: GROUPS });
  const tell = (title: string, error: unknown) =>
    void dialog.warning({
      title,
      body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
    });

  return {
    sendExample: async () => {
      try {
        await sendExample(group.id);
        toast.success(t('groups.example.done'));
      } catch (error) {
        tell(t('groups.example.failed'), error);
      }
    },
    toggleArchived: async () => {
      const state = group.state === 'archived' ? 'active' : 'archived';
      try {
        queries.setQueryData(groupQuery(group.id).queryKey, await updateGroup(group.id, { state }));
        await refresh();
        toast.success(
          t(state === 'archived' ? 'groups.archived' : 'groups.unarchived', { name: group.name }),
        );
      } catch (error) {
        tell(t('groups.notSaved'), error);
      }
    },
    remove: async () => {
      const count = group.published_count + group.draft_count;
      if (count > 0) {
        await dialog.warning({
          title: t('groups.delete.usedTitle', { name: group.name }),
          body: t('groups.delete.bodyUsed', { count, number: format.number(count) }),
        });
        return;
      }
      const sure = await dialog.confirm({
        title: t('groups.delete.title', { name: group.name }),
        body: t('groups.delete.body'),
        confirmLabel: t('groups.delete.confirm'),
        danger: true,
      });
      if (!sure) return;
      try {
        await deleteGroup(group.id);
        toast.success(t('groups.delete.done', { name: group.name }));
        await navigate('/groups');
        await refresh();
      } catch (error) {
        tell(t('groups.delete.failed'), error);
      }
    },
  };
}
