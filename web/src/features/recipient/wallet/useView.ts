import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage';

export const VIEWS = ['grid', 'list'] as const;
export type View = (typeof VIEWS)[number];

const KEY = 'laurel.wallet.view';

/** Whether the wallet is a grid or a list, remembered in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readStored(KEY) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (next) => {
      writeStored(KEY, next);
      setView(next);
    },
  ];
}
