import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { useEditorContext } from '../../state/context/context';
import type { PeoplePort, PreviewGroup } from '../../state/ports/preview';
import { type Placed, Walker } from './walker';

/** The group and recipient shown on the page, and the ways to select another. */
export function usePeople(people: PeoplePort) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view } = useEditorContext();
  const [group, setGroup] = useState<PreviewGroup | null>(null);
  const [walker, setWalker] = useState<Walker | null>(null);
  const [shown, setShown] = useState<Placed | null>(null);
  const [failed, setFailed] = useState(false);
  const asking = useRef<AbortController | null>(null);

  /** Requests a recipient, and shows it unless another one has been requested since. */
  const turnTo = useCallback(
    async (walk: Walker, ask: (signal: AbortSignal) => Promise<Placed | undefined>) => {
      asking.current?.abort();
      const control = new AbortController();
      asking.current = control;
      setFailed(false);
      try {
        const found = await ask(control.signal);
        if (control.signal.aborted || !found) return;
        setShown(found);
        view.getState().setPreview({ recipient: found.recipient });
        const { place, recipient } = found;
        const words = {
          name: recipient.name,
          place: format.number(place + 1),
          total: format.number(walk.total),
        };
        view.getState().announce(t('editor.preview.said', words));
      } catch {
        if (!control.signal.aborted) setFailed(true);
      }
    },
    [view, t, format],
  );

  const choose = useCallback(
    async (next: PreviewGroup) => {
      const walk = new Walker((step, signal) => people.recipients(next.id, step, signal));
      setGroup(next);
      setShown(null);
      view.getState().setPreview({ recipient: null });
      await turnTo(walk, (signal) => walk.start(signal));
      setWalker(walk);
    },
    [people, view, turnTo],
  );

  useEffect(
    () => () => {
      asking.current?.abort();
      view.getState().setPreview({ recipient: null });
    },
    [view],
  );

  const place = shown?.place ?? 0;
  return {
    group,
    walker,
    shown,
    failed,
    choose,
    /** Moves by this number of recipients, forward or back. */
    step: useCallback(
      (by: number) => void (walker && turnTo(walker, (signal) => walker.at(place + by, signal))),
      [walker, place, turnTo],
    ),
    find: useCallback(
      (id: number | null) =>
        void (walker && id !== null && turnTo(walker, (signal) => walker.find(id, signal))),
      [walker, turnTo],
    ),
  };
}

export type People = ReturnType<typeof usePeople>;
