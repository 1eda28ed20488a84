import { useCallback, useState } from 'react';
import { useSession } from '../../api/session';
import { readStored, writeStored } from '../../lib/storage';
import { type DesignStart, readStart, startQuery } from './start';

const PREFIX = 'laurel.newDesign.';

/** What the person began their last design with in this browser, and how to remember the next. */
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
