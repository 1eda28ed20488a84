import { type ReactNode, useState } from 'react';
import { useSession } from '../../api/session';
import type { Group } from './api';
import { GroupMoveDialog } from './GroupMoveDialog';

/** Moves a group to another department; `move` is undefined if there is none. Callers must render `question`. */
export function useGroupMove(group: Group): { move?: () => void; question: ReactNode } {
  const session = useSession((state) => state.session);
  const [asking, setAsking] = useState(false);
  const places = (session?.departments ?? []).filter(
    (one) =>
      ['owner', 'administrator'].includes(one.role) && one.id !== session?.department?.id && !one.archived_at,
  );
  const mayLeave = session?.permissions.includes('revoke_credentials') && places.length > 0;
  return {
    move: mayLeave ? () => setAsking(true) : undefined,
    question: asking && <GroupMoveDialog group={group} places={places} onClose={() => setAsking(false)} />,
  };
}
