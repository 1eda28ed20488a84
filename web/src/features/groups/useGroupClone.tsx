import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { GROUPS } from '../../api/queries/keys';
import { useSession } from '../../api/session';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { cloneGroup, type Group } from './api';
import { GroupCloneDialog, type Place } from './GroupCloneDialog';

/** Copies a group. If there is a choice of departments, it asks first; callers must render `question`. */
export function useGroupClone(group: Group): { clone: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);
  const [asking, setAsking] = useState(false);
  const places = placesOf(session);
  const here = session?.department?.id;

  const cloneInto = async (place?: Place) => {
    try {
      const elsewhere = place && place.id !== here ? place : undefined;
      const made = await cloneGroup(group.id, elsewhere?.id);
      if (elsewhere) {
        const into = isolate(elsewhere.name || t('departments.unnamed'));
        toast.success(t('groups.clone.done', { name: made.name, department: into }));
        return;
      }
      await queries.invalidateQueries({ queryKey: GROUPS });
      toast.success(t('groups.cloned', { name: made.name }));
      await navigate(`/groups/${made.id}/settings`);
    } catch (error) {
      void dialog.warning({
        title: t('groups.cloneFailed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      });
    }
  };

  return {
    clone: () => (places.length > 1 ? setAsking(true) : void cloneInto()),
    question: asking && (
      <GroupCloneDialog
        name={group.name}
        places={places}
        onClose={() => setAsking(false)}
        onClone={cloneInto}
      />
    ),
  };
}

type Session = ReturnType<typeof useSession.getState>['session'];

/** The departments in which the user may create groups, the current one first. */
function placesOf(session: Session): Place[] {
  const current = session?.department;
  if (!current) return [];
  const others = (session.departments ?? []).filter(
    (one) => ['owner', 'administrator'].includes(one.role) && one.id !== current.id,
  );
  return [current, ...others];
}
