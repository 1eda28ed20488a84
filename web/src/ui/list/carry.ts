/** The top and bottom edge of a row, relative to the top of the list. */
export interface Edges {
  top: number;
  bottom: number;
}

/** Returns the index of the row at a height. Heights outside the list return the first or last row. */
export function placeAt(rows: readonly Edges[], y: number): number {
  const below = rows.findIndex(({ bottom }) => y < bottom);
  return below === -1 ? rows.length - 1 : below;
}

interface Carrying {
  /** The drag handle. All children of its list must be rows. */
  grip: HTMLElement;
  from: number;
  pointer: { pointerId: number; clientY: number };
  onDrop: (place: number) => void;
  /** Called after a drop or a cancelled drag. */
  onEnd: () => void;
}

/** The distance from the edge of the scroll container at which a drag scrolls it, and the scroll distance per frame. */
const NEAR_PX = 56;
const STEP_PX = 9;

/**
 * Makes a row follow the pointer, with other rows making room, until it is dropped or Escape cancels the drag. It handles mouse
 * and touch.
 */
export function carry({ grip, from, pointer, onDrop, onEnd }: Carrying): void {
  const list = grip.closest('ol, ul');
  const rows = [...(list?.children ?? [])] as HTMLElement[];
  if (!list || rows[from] === undefined) return;
  const topOf = () => list.getBoundingClientRect().top;
  const start = topOf();
  const edges = rows.map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return { top: top - start, bottom: bottom - start };
  });
  const begun = pointer.clientY - start;
  const own = edges[from] ?? { top: 0, bottom: 0 };
  const height = own.bottom - own.top;
  const end = edges.at(-1)?.bottom ?? 0;
  const scrolls = scrollerOf(list);
  let y = pointer.clientY;
  let place = from;
  let frame = 0;

  const follow = () => {
    // The row is clamped to the list. Otherwise dragging it past the end would extend the page without limit.
    const at = Math.min(Math.max(y - topOf(), 0), end);
    place = placeAt(edges, at);
    for (const [index, one] of rows.entries()) {
      const away = index === from ? at - begun : roomFor(index, from, place) * height;
      one.style.translate = away === 0 ? '' : `0 ${away}px`;
    }
  };
  const scroll = () => {
    if (!grip.isConnected) return leave(false); // the list went away meanwhile
    const step = pull(scrolls, y);
    const at = y - topOf();
    if ((step < 0 && at > 0) || (step > 0 && at < end)) {
      scrolls.scrollBy(0, step);
      follow();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    y = event.clientY;
    follow();
  };
  const leave = (drop: boolean) => {
    cancelAnimationFrame(frame);
    over.abort();
    for (const one of rows) one.style.translate = '';
    if (drop) onDrop(place);
    onEnd();
  };

  const over = new AbortController();
  const { signal } = over;
  grip.addEventListener('pointermove', move, { signal });
  grip.addEventListener('pointerup', () => leave(true), { signal });
  grip.addEventListener('pointercancel', () => leave(false), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leave(false);
    },
    { signal, capture: true },
  );
  grip.setPointerCapture(pointer.pointerId);
  frame = requestAnimationFrame(scroll);
}

/** Returns the direction in which a row moves to make room for the dragged row. The distance is the dragged row's height. */
function roomFor(index: number, from: number, place: number): -1 | 0 | 1 {
  if (from < index && index <= place) return -1;
  return place <= index && index < from ? 1 : 0;
}

/** Returns the scroll container of a list: an ancestor with overflowing content, or the page. */
function scrollerOf(list: Element): Element {
  for (let at = list.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Returns the scroll distance per frame for a pointer position. */
function pull(scrolls: Element, y: number): number {
  const whole = scrolls === document.scrollingElement;
  const { top, bottom } = whole ? { top: 0, bottom: window.innerHeight } : scrolls.getBoundingClientRect();
  if (y < top + NEAR_PX) return -STEP_PX;
  if (y > bottom - NEAR_PX) return STEP_PX;
  return 0;
}
