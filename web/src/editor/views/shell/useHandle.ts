import { useEffect, useRef } from 'react';
import { type PreviewInput, previewSvg } from '../../core/paint/preview';
import { useEditorContext } from '../../state/context/context';
import type { SaveOutcome } from '../../state/ports/editor';

type Saves = { busy: boolean; save: () => Promise<SaveOutcome> };

const NOTHING_TO_SAVE: Saves = { busy: false, save: async () => ({ state: 'cancelled' }) };

/** Provides the host application with a handle while the editor is mounted. */
export function useHandle(saving: Saves = NOTHING_TO_SAVE): void {
  const { store, view, ports } = useEditorContext();
  const latest = useRef(saving);
  latest.current = saving;
  const { onHandle } = ports;
  const samples = useRef(ports.samples);
  samples.current = ports.samples;

  useEffect(() => {
    const now = (): PreviewInput => {
      const { design } = store.getState().sheet;
      const shown = samples.current.find(({ key }) => key === view.getState().sample);
      return { design, values: shown?.values, lang: design.language ?? 'en' };
    };
    onHandle?.({
      dirty: () => store.getState().dirty,
      saving: () => latest.current.busy,
      save: () => latest.current.save(),
      showSample: (sample) => view.getState().show({ sample }),
      picture: () => previewSvg(now()),
      png: async (width) => (await import('../../core/paint/png')).previewPng(now(), width),
    });
    return () => onHandle?.(null);
  }, [store, view, onHandle]);
}
