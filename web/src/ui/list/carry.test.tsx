import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { carry } from './carry';

const HEIGHT = 50;

/** Takes the row at a place of a list of three, each 50 high, at its middle. */
function take(from: number) {
  document.body.innerHTML = `<ol>${'<li><button></button></li>'.repeat(3)}</ol>`;
  const rows = [...document.querySelectorAll('li')];
  for (const [at, row] of rows.entries())
    row.getBoundingClientRect = () => new DOMRect(0, at * HEIGHT, 300, HEIGHT);
  const grip = rows[from]?.querySelector('button') as HTMLElement;
  grip.setPointerCapture = vi.fn();
  const told = { onDrop: vi.fn(), onEnd: vi.fn() };
  carry({ grip, from, pointer: { pointerId: 7, clientY: from * HEIGHT + 25 }, ...told });
  const point = (type: string, clientY = 0) => grip.dispatchEvent(new PointerEvent(type, { clientY }));
  const aside = () => rows.map((row) => row.style.translate);
  return { ...told, grip, aside, point };
}

// A frame comes when a test says so, and none does.
beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 0));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('a row follows the pointer, others make room, and it is put where it is let go', () => {
  const { grip, aside, point, onDrop, onEnd } = take(0);
  expect(grip.setPointerCapture).toHaveBeenCalledWith(7);
  point('pointermove', 85);
  expect(aside()).toEqual(['0 60px', '0 -50px', '']);
  point('pointermove', 999);
  expect(aside()).toEqual(['0 125px', '0 -50px', '0 -50px']);
  expect(onEnd).not.toHaveBeenCalled();
  point('pointerup');
  expect(onDrop.mock.calls).toEqual([[2]]);
  expect(onEnd).toHaveBeenCalledOnce();
  point('pointermove', 10);
  expect(aside()).toEqual(['', '', '']);
});

test('a press that moves nothing leaves the row where it is', () => {
  const { point, onDrop } = take(1);
  point('pointerup');
  expect(onDrop.mock.calls).toEqual([[1]]);
});

test.each(['Escape', 'pointercancel'])('%s gives up', (how) => {
  const { aside, point, onDrop, onEnd } = take(2);
  point('pointermove', 10);
  expect(aside()).toEqual(['0 50px', '0 50px', '0 -115px']);
  if (how === 'Escape') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  else point(how);
  point('pointerup');
  expect(onDrop).not.toHaveBeenCalled();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(aside()).toEqual(['', '', '']);
});
