import { useCallback, useState } from 'react';
import { useSession } from '../../api/session';
import { readStored, writeStored } from '../../lib/storage';
import { type DesignStart, readStart, startQuery } from './start';

const PREFIX = 'laurel.newDesign.';

/** The start of the user's last new design in this browser, and a function to store the next one. */
export function useLastStart(): [DesignStart, (start: DesignStart) => void] {
  const user = useSession((state) => state.session?.user.id);
  const key = `${PREFIX}${user}`;
  const [last] = useState(() => readStart(new URLSearchParams(readStored(key) ?? '')));
  const remember = useCallback(
    (start: DesignStart) => void writeStored(key, startQuery({ ...last, ...start })),
    [key, last],
  );
  return [last, remember];
}
