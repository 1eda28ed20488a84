import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { BlockKey } from '../../core/document/sheet';
import { useEditorContext } from '../../state/context/context';
import { patchBlocks } from '../../state/editing/blocks';
import { drawLines, putSelection, readSelection, readText, type Selected } from './dom';
import { type Edited, NO_HISTORY, redone, remembered, type Turned, undone } from './edit';
import type { EditLines } from './lines';
import { outsideTags } from './tags';

export type Words = {
  /** The text and its selection. */
  now: () => Edited;
  /** Changes the text. Consecutive changes of one kind are undone together. */
  apply: (edited: Edited, kind: string) => void;
  undo: () => void;
  redo: () => void;
  select: (selected: Selected) => void;
  /** Moves the ends of the selection out of tags, in the direction of movement. */
  settle: (way: -1 | 0 | 1) => void;
  composing: () => boolean;
  /** An IME starts to change the elements itself, has changed them, and has finished. */
  compose: () => void;
  composed: () => void;
  endComposing: () => void;
};

/**
 * The text of a block while it is edited. The elements always show the layout of the text, and the selection keeps its place in
 * the text. Only during IME composition does the browser change the elements.
 */
export function useWords(
  host: RefObject<HTMLElement | null>,
  blockKey: BlockKey,
  laid: EditLines | undefined,
): Words {
  const { store, view } = useEditorContext();
  const latest = useRef(laid);
  latest.current = laid;
  const next = useRef<Selected>(undefined);
  const history = useRef(NO_HISTORY);
  const caret = useRef(0);
  const composing = useRef(false);

  const draw = (afresh: boolean) => {
    const [element, lines] = [host.current, latest.current];
    if (!element || !lines) return;
    const selected = next.current ?? readSelection(element);
    next.current = undefined;
    drawLines(element, lines, afresh);
    if (selected && document.activeElement === element) putSelection(element, lines.lines, selected);
  };
  const drawLaid = useRef(draw);
  drawLaid.current = draw;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is what there is to draw
  useLayoutEffect(() => {
    if (!composing.current) drawLaid.current(false);
  }, [laid]);

  const now = (): Edited => {
    const selected = host.current ? readSelection(host.current) : undefined;
    return { text: latest.current?.text ?? '', anchor: 0, focus: 0, ...selected };
  };
  const write = (model: string) => {
    const { gesture, begin, update } = store.getState();
    if (!gesture) begin('type');
    // Rendered before the next key event, which reads the selection from the elements.
    flushSync(() => update((sheet) => patchBlocks(sheet, [blockKey], { model })));
  };
  const show = ({ text, anchor, focus }: Edited) => {
    next.current = { anchor, focus };
    if (text === latest.current?.text) draw(false);
    else write(text);
  };
  const turn = (turned: Turned | undefined) => {
    if (!turned) return;
    history.current = turned.history;
    show(turned.edited);
  };

  return {
    now,
    apply: (edited, kind) => {
      const before = now();
      // If the caret has moved elsewhere meanwhile, a new undo step starts.
      const goesOn = before.anchor === caret.current && before.focus === caret.current;
      if (edited.text !== before.text) {
        const past = goesOn ? history.current : { ...history.current, kind: '' };
        history.current = remembered(past, before, kind);
      }
      caret.current = edited.focus;
      show(edited);
    },
    undo: () => turn(undone(history.current, now())),
    redo: () => turn(redone(history.current, now())),
    select: (selected) => {
      next.current = selected;
      draw(false);
    },
    settle: (way) => {
      const { text, anchor, focus } = now();
      const end = outsideTags(text, focus, way);
      const settled = { anchor: anchor === focus ? end : outsideTags(text, anchor), focus: end };
      if (settled.anchor === anchor && settled.focus === focus) return;
      next.current = settled;
      draw(false);
    },
    composing: () => composing.current,
    compose: () => {
      history.current = remembered(history.current, now(), '');
      composing.current = true;
      view.getState().show({ composing: true });
    },
    composed: () => {
      if (host.current) write(readText(host.current));
    },
    endComposing: () => {
      if (!composing.current) return;
      composing.current = false;
      const element = host.current;
      const selected = element ? readSelection(element) : undefined;
      const text = element ? readText(element) : '';
      view.getState().show({ composing: false });
      if (text !== latest.current?.text) write(text);
      next.current = selected;
      draw(true);
    },
  };
}
