import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../core/blocks';
import { type BlockKey, chosenBlocks, findBlock, keyOf, type Sheet } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { type Point, toPage } from '../../core/geometry/camera';
import { around, type Frame, frameOf } from '../../core/geometry/frames';
import { distancesAround } from '../../core/geometry/gaps';
import { CURSORS, dragHandle, type Handle, handleAt } from '../../core/geometry/handles';
import { between, blocksAt, blocksIn } from '../../core/geometry/hit';
import { pageLines } from '../../core/geometry/printArea';
import {
  type Lines,
  NOT_SNAPPED,
  type Snapped,
  snapEdges,
  snapLines,
  snapMove,
} from '../../core/geometry/snap';
import { pageBox } from '../../core/primitives/sizes';
import { useEditorContext } from '../../state/context/context';
import { commonGroup } from '../../state/editing/groups';
import { free, moveBlocks, scaleBlocks, smallestTogether } from '../../state/editing/place';
import type { GuideDrag } from '../rulers/useGuideDrag';
import { usePinch } from './usePinch';

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

/** Selects, moves, resizes and pans with mouse, pen or finger. */
export function usePointer(spaceHeld: { readonly current: boolean }, guideDrag: GuideDrag) {
  const { t } = useTranslation();
  const { store, view, ports } = useEditorContext();
  const drag = useRef<Drag | null>(null);
  const pinch = usePinch(() => stop('cancel'));

  // The canvas does not move during a drag, and reading its position would force a layout in each frame.
  const held = useRef<DOMRect | null>(null);
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = held.current ?? event.currentTarget.getBoundingClientRect();
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
    const own = pageLines(design);
    for (const { axis, at: place } of view.getState().ownGuides) own[axis].push(place);
    return snapLines(others.map(frameOf), own);
  };
  const showSnapped = ({ guides, gaps }: Pick<Snapped, 'guides' | 'gaps'>) => {
    const { guides: oldGuides, gaps: oldGaps } = view.getState();
    if (guides.length + gaps.length + oldGuides.length + oldGaps.length > 0) {
      view.getState().show({ guides, gaps });
    }
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
    const { sheet, selection } = store.getState();
    if (event.button === 1 || spaceHeld.current) return { kind: 'pan', last: window };
    const grip = handleUnder(point);
    if (grip) {
      const keys = free(sheet, selection);
      store.getState().begin('resize');
      return { kind: 'resize', start: point, keys, lines: linesBeside(keys), ...grip };
    }
    const hits = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX));
    const hit = chosenHit(hits, sheet, selection, unsnapped(event));
    return hit === undefined ? frameOthers(event, point, hits[0]) : pressOn(hit, event, window, point);
  };

  /** A press on nothing or on a locked block: a drag draws a marquee, a click selects the locked block. */
  const frameOthers = (event: PointerEvent, start: Point, under: BlockKey | undefined): Drag => {
    const { selection, select } = store.getState();
    if (!event.shiftKey) select([]);
    return { kind: 'marquee', start, kept: event.shiftKey ? selection : [], under, moved: false };
  };

  const pressOn = (hit: BlockKey, event: PointerEvent, window: Point, start: Point): Drag => {
    const { sheet, selection, select, toggle, pick } = store.getState();
    if (event.shiftKey) toggle(hit);
    else if (unsnapped(event)) pick(hit);
    else if (!selection.includes(hit)) select([hit]);
    const keys = free(sheet, store.getState().selection);
    return { kind: 'press', at: window, start, keys, under: event.shiftKey ? undefined : hit };
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
    const snapped = unsnapped(event) ? NOT_SNAPPED : snapMove(moved, current.lines, reach(SNAP_REACH_PX));
    const there = { ...moved, left: moved.left + snapped.by.x, top: moved.top + snapped.by.y };
    const gaps = event.altKey ? distancesAround(there, current.lines.others) : snapped.gaps;
    showSnapped({ guides: snapped.guides, gaps });
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
      unsnapped(event) || keepShape ? NOT_SNAPPED : snapEdges(edges, current.lines, reach(SNAP_REACH_PX));
    showSnapped(snapped);
    const withLooks = keepShape && handle.length === 2;
    store.getState().update((before) => {
      const manner = {
        smallest: smallestTogether(before, keys, frame),
        keepShape,
        fromCentre: event.altKey,
      };
      const dragged = dragHandle(frame, handle, sum(by, snapped.by), manner);
      return scaleBlocks(before, keys, frame, dragged, withLooks);
    });
  };

  const cursorAt = (point: Point, window: Point): string => {
    if (spaceHeld.current) return 'grab';
    const grip = handleUnder(point);
    if (grip) return CURSORS[grip.handle];
    const guide = guideDrag.under(window);
    if (guide) return guide.axis === 'x' ? 'ew-resize' : 'ns-resize';
    const { sheet } = store.getState();
    const [over] = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX));
    return over === undefined ? 'default' : 'move';
  };
  const hover = (event: PointerEvent<HTMLElement>) => {
    const { page: point, window } = at(event);
    event.currentTarget.style.cursor = cursorAt(point, window);
  };

  const follow = (current: Drag, event: PointerEvent<HTMLElement>) => {
    const { window, page: point } = at(event);
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
  };

  /** Ends the gesture and keeps or reverts its change. */
  const stop = (how: 'commit' | 'cancel') => {
    drag.current = null;
    held.current = null;
    showSnapped({ guides: [], gaps: [] });
    if (view.getState().marquee) view.getState().show({ marquee: null });
    store.getState()[how]();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button > 1) return;
      held.current = null;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { window, page: point } = at(event);
      if (pinch.down(event, window)) return;
      const guide =
        event.button === 0 && !spaceHeld.current && !handleUnder(point) && guideDrag.under(window);
      if (guide) return guideDrag.start(event, guide.index);
      drag.current = press(event);
      held.current = event.currentTarget.getBoundingClientRect();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { window } = at(event);
      if (pinch.move(event, window) || guideDrag.dragged !== null) return;
      let current = drag.current;
      if (!current) return hover(event);
      if (current.kind === 'press') {
        const far = Math.hypot(window.x - current.at.x, window.y - current.at.y) >= CLICK_PX;
        if (!far || current.keys.length === 0) return;
        current = begin(current);
        drag.current = current;
      }
      follow(current, event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      pinch.up(event);
      const ended = drag.current;
      if (!ended) return;
      stop('commit');
      const clicked = ended.kind === 'press' || (ended.kind === 'marquee' && !ended.moved);
      if (clicked && ended.under !== undefined) store.getState().select([ended.under]);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      pinch.up(event);
      stop('cancel');
    },
    /** A double click enters a group. Inside it, or on a text without a group, it starts editing the text. */
    open: (event: { clientX: number; clientY: number; currentTarget: HTMLElement }) => {
      const point = at(event as PointerEvent<HTMLElement>).page;
      const { sheet, entered, pick, startEditing } = store.getState();
      const hits = blocksAt(sheet.design.blocks, point, reach(HIT_REACH_PX));
      const [front] = hits;
      const group = front === undefined ? undefined : commonGroup(sheet, [front]);
      if (front !== undefined && group !== undefined && group !== entered) return pick(front);
      const text = hits.map((key) => findBlock(sheet, key)).find((block) => block?.kind === 'text');
      if (text?.lock_content) ports.tell(t('editor.refused.content', { count: 1 }), 'warning');
      else if (text) startEditing(keyOf(text));
    },
  };
}

/** Returns the front block under the pointer that may be moved, or with `through` the next one behind the selected block. */
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

/** Ctrl or ⌘ turns snapping off. */
const unsnapped = (event: { ctrlKey: boolean; metaKey: boolean }) => event.ctrlKey || event.metaKey;

/**
 * Whether dragging the handle keeps the aspect ratio: at corners for several blocks, according to the kind for one block. Shift
 * inverts it.
 */
function keepsShape(only: Block | undefined, handle: Handle): boolean {
  const keeps = only ? kindOf(only).keepsShape?.(only) : 'corners';
  return keeps === 'always' || (keeps === 'corners' && handle.length === 2);
}

/** Returns the positions of the edges that a handle drags. */
function draggedEdges(frame: Frame, handle: Handle, by: Point) {
  const x = frame.left + (handle.includes('w') ? 0 : frame.width) + by.x;
  const y = frame.top + (handle.includes('n') ? 0 : frame.height) + by.y;
  return { x: /[ew]/.test(handle) ? x : undefined, y: /[ns]/.test(handle) ? y : undefined };
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
