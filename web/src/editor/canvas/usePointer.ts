import { type PointerEvent, useRef } from 'react';
import { kindOf } from '../blocks';
import { useEditorContext } from '../context';
import { bleedPx, pageBox } from '../model/sizes';
import type { Block } from '../model/types';
import { around, type Frame, frameOf, smallestFrame } from '../state/frames';
import { free, moveBlocks, placeBlock, scaleBlocks } from '../state/place';
import { type BlockKey, chosenBlocks, findBlock, keyOf, type Sheet } from '../state/sheet';
import { type Point, toPage } from './camera';
import { CURSORS, dragHandle, type Handle, handleAt } from './handles';
import { between, blocksAt, blocksIn } from './hit';
import { type Lines, snapEdges, snapLines, snapMove } from './snap';

const HANDLE_REACH_PX = 8;
const HIT_REACH_PX = 4;
const SNAP_REACH_PX = 6;
/** A press that moves less than this is a click. */
const CLICK_PX = 3;

type Drag =
  | { kind: 'pan'; last: Point }
  | { kind: 'marquee'; start: Point; kept: readonly BlockKey[]; under: BlockKey | undefined; moved: boolean }
  | { kind: 'press'; at: Point; start: Point; keys: BlockKey[]; under: BlockKey | undefined }
  | { kind: 'move'; start: Point; keys: BlockKey[]; frame: Frame; lines: Lines }
  | { kind: 'resize'; start: Point; keys: BlockKey[]; frame: Frame; lines: Lines; handle: Handle };

/** Selecting, moving, resizing and panning with mouse, pen or finger. */
export function usePointer(spaceHeld: { readonly current: boolean }) {
  const { store, view } = useEditorContext();
  const drag = useRef<Drag | null>(null);

  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const window = { x: event.clientX - box.left, y: event.clientY - box.top };
    return { window, page: toPage(window, view.getState().camera, page()) };
  };
  const page = () => pageBox(store.getState().sheet.design);
  const reach = (px: number): Point => {
    const { zoom } = view.getState().camera;
    return { x: (px / zoom / page().width) * 100, y: (px / zoom / page().height) * 100 };
  };
  const linesBeside = (keys: readonly BlockKey[]): Lines => {
    const { design } = store.getState().sheet;
    const others = design.blocks.filter((block) => !block.hidden && !keys.includes(keyOf(block)));
    const bleed = bleedPx(design);
    return snapLines(others.map(frameOf), {
      x: (bleed.x / page().width) * 100,
      y: (bleed.y / page().height) * 100,
    });
  };
  const handleUnder = (point: Point): { handle: Handle; frame: Frame } | undefined => {
    const { sheet, selection } = store.getState();
    if (free(sheet, selection).length === 0) return undefined;
    const frame = around(chosenBlocks(sheet, selection).map(frameOf));
    const handle = handleAt(point, frame, reach(HANDLE_REACH_PX));
    return handle && { handle, frame };
  };

  const press = (event: PointerEvent<HTMLElement>): Drag => {
    const { window, page: point } = at(event);
    const { sheet, selection, select, toggle } = store.getState();
    if (event.button === 1 || spaceHeld.current) return { kind: 'pan', last: window };
    const grip = handleUnder(point);
    if (grip) {
      const keys = free(sheet, selection);
      store.getState().begin('resize');
      return { kind: 'resize', start: point, keys, lines: linesBeside(keys), ...grip };
    }
    const hits = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX));
    const through = event.ctrlKey || event.metaKey;
    const hit = free(sheet, hits).length > 0 ? chosenHit(hits, sheet, selection, through) : undefined;
    if (hit === undefined) {
      // Nothing here, or only what is locked: a drag frames others, a click selects the locked one.
      if (!event.shiftKey) select([]);
      const kept = event.shiftKey ? selection : [];
      return { kind: 'marquee', start: point, kept, under: hits[0], moved: false };
    }
    if (event.shiftKey) toggle(hit);
    else if (!selection.includes(hit) || through) select([hit]);
    const keys = free(sheet, store.getState().selection);
    return { kind: 'press', at: window, start: point, keys, under: event.shiftKey ? undefined : hit };
  };

  const begin = (current: Extract<Drag, { kind: 'press' }>): Drag => {
    const { sheet } = store.getState();
    store.getState().begin('move');
    const frame = around(chosenBlocks(sheet, current.keys).map(frameOf));
    return { ...current, kind: 'move', frame, lines: linesBeside(current.keys) };
  };

  const move = (current: Extract<Drag, { kind: 'move' }>, point: Point, event: PointerEvent) => {
    const by = { x: point.x - current.start.x, y: point.y - current.start.y };
    if (event.shiftKey) {
      if (Math.abs(by.x) > Math.abs(by.y)) by.y = 0;
      else by.x = 0;
    }
    const { frame } = current;
    const moved = { ...frame, left: frame.left + by.x, top: frame.top + by.y };
    const snapped = unsnapped(event) ? NOTHING : snapMove(moved, current.lines, reach(SNAP_REACH_PX));
    view.getState().show({ guides: snapped.guides });
    store
      .getState()
      .update((sheet) => moveBlocks(sheet, current.keys, by.x + snapped.by.x, by.y + snapped.by.y));
  };

  const resize = (current: Extract<Drag, { kind: 'resize' }>, point: Point, event: PointerEvent) => {
    const { frame, handle, keys, start } = current;
    const { sheet } = store.getState();
    const only = keys.length === 1 ? findBlock(sheet, keys[0] ?? -1) : undefined;
    const keepShape = event.shiftKey !== keepsShape(only, handle);
    const by = { x: point.x - start.x, y: point.y - start.y };
    const edges = draggedEdges(frame, handle, by);
    const snapped =
      unsnapped(event) || keepShape ? NOTHING : snapEdges(edges, current.lines, reach(SNAP_REACH_PX));
    view.getState().show({ guides: snapped.guides });
    const smallest = only ? smallestFrame(only, sheet.design) : { width: 1, height: 1 };
    const dragged = dragHandle(
      frame,
      handle,
      sum(by, snapped.by),
      { x: smallest.width, y: smallest.height },
      keepShape,
    );
    store
      .getState()
      .update((before) =>
        keys.length === 1
          ? placeBlock(before, keys[0] ?? -1, dragged)
          : scaleBlocks(before, keys, frame, dragged),
      );
  };

  const hover = (event: PointerEvent<HTMLElement>) => {
    const point = at(event).page;
    const grip = handleUnder(point);
    const { sheet } = store.getState();
    const over = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX))[0];
    event.currentTarget.style.cursor = spaceHeld.current
      ? 'grab'
      : grip
        ? CURSORS[grip.handle]
        : over === undefined
          ? 'default'
          : 'move';
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button > 1) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = press(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { window, page: point } = at(event);
      let current = drag.current;
      if (!current) return hover(event);
      if (current.kind === 'press') {
        const far = Math.hypot(window.x - current.at.x, window.y - current.at.y) >= CLICK_PX;
        if (!far || current.keys.length === 0) return;
        current = begin(current);
        drag.current = current;
      }
      if (current.kind === 'pan') {
        view.getState().pan(window.x - current.last.x, window.y - current.last.y);
        drag.current = { kind: 'pan', last: window };
      } else if (current.kind === 'marquee') {
        current.moved = true;
        const marquee = between(current.start, point);
        view.getState().show({ marquee });
        const { sheet, select } = store.getState();
        select([...new Set([...current.kept, ...blocksIn(sheet.design.blocks, marquee)])]);
      } else if (current.kind === 'move') move(current, point, event);
      else if (current.kind === 'resize') resize(current, point, event);
    },
    onPointerUp: () => {
      const ended = drag.current;
      drag.current = null;
      view.getState().show({ guides: [], marquee: null });
      const clicked = ended?.kind === 'press' || (ended?.kind === 'marquee' && !ended.moved);
      if (clicked && ended.under !== undefined) store.getState().select([ended.under]);
      store.getState().commit();
    },
    onPointerCancel: () => {
      drag.current = null;
      view.getState().show({ guides: [], marquee: null });
      store.getState().cancel();
    },
    /** The text block under a double click. */
    textAt: (event: { clientX: number; clientY: number; currentTarget: HTMLElement }) => {
      const point = at(event as PointerEvent<HTMLElement>).page;
      const { sheet } = store.getState();
      const hits = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX));
      return hits
        .map((key) => findBlock(sheet, key))
        .find((block) => block?.kind === 'text' && !block.locked);
    },
  };
}

const NOTHING = { by: { x: 0, y: 0 }, guides: [] };

/** The front block under the pointer that may be moved; going through, the next one behind the selected. */
function chosenHit(
  hits: readonly BlockKey[],
  sheet: Sheet,
  selection: readonly BlockKey[],
  through: boolean,
): BlockKey | undefined {
  const movable = hits.filter((key) => free(sheet, [key]).length > 0);
  const at = movable.findIndex((key) => selection.includes(key));
  return through && at >= 0 ? movable[(at + 1) % movable.length] : movable[0];
}

/** Ctrl or ⌘ lets blocks lie anywhere. */
const unsnapped = (event: { ctrlKey: boolean; metaKey: boolean }) => event.ctrlKey || event.metaKey;

/** QR codes and several blocks keep their shape, pictures where a corner is dragged; Shift turns it around. */
function keepsShape(only: Block | undefined, handle: Handle): boolean {
  const keeps = only ? kindOf(only).keepsShape : 'always';
  return keeps === 'always' || (keeps === 'corners' && handle.length === 2);
}

/** Where the edges are that a handle drags. */
function draggedEdges(frame: Frame, handle: Handle, by: Point) {
  const x = frame.left + (handle.includes('w') ? 0 : frame.width) + by.x;
  const y = frame.top + (handle.includes('n') ? 0 : frame.height) + by.y;
  return { x: /[ew]/.test(handle) ? x : undefined, y: /[ns]/.test(handle) ? y : undefined };
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
