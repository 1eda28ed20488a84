import { type CSSProperties, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenBlocks } from '../../core/document/sheet';
import { around, frameOf } from '../../core/geometry/frames';
import { lengthNumber, pageIn, type RulerUnit } from '../../core/geometry/units';
import { useEditor, useView } from '../../state/context/context';
import styles from './Rulers.module.css';
import { type Tick, ticksOf } from './ticks';

export const RULER_PX = 24;

type Props = {
  /** The coordinate that it measures: x along the top, y down the side. */
  axis: 'x' | 'y';
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
};

/** One ruler. Dragging from it onto the page adds a guide; the rulers menu does the same by keyboard. */
export function Ruler({ axis, onPointerDown }: Props) {
  const { i18n } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const design = useEditor((state) => state.sheet.design);
  const chosen = useEditor(({ sheet, selection }) =>
    extent(chosenBlocks(sheet, selection).map(frameOf), axis),
  );
  const camera = useView((state) => state.camera);
  const page = useView((state) => state.page);
  const window = useView((state) => state.window);
  const unit = useView((state) => state.rulers.unit);
  const [along, start, length] =
    axis === 'x' ? (['width', 'x', window.width] as const) : (['height', 'y', window.height] as const);
  const { size, orientation } = design;

  useEffect(() => {
    const element = canvas.current;
    if (!element || length === 0) return;
    const pagePx = page[along] * camera.zoom;
    const perUnit = pagePx / pageIn({ size, orientation }, unit)[along];
    const zero = camera[start];
    const ticks = ticksOf({ unit, perUnit, zero, length });
    paint(element, { axis, length, ticks, unit, language: i18n.language });
  }, [axis, along, start, length, camera, page, size, orientation, unit, i18n.language]);

  const [from = 0, to = 0] = chosen?.split(' ').map((percent) => (Number(percent) / 100) * page[along]) ?? [];

  return (
    <div
      className={styles.ruler}
      data-axis={axis}
      data-ruler={axis}
      aria-hidden
      onPointerDown={onPointerDown}
    >
      <div
        className={styles.span}
        style={spanStyle(axis, camera[start] + from * camera.zoom, (to - from) * camera.zoom)}
      />
      <canvas ref={canvas} />
    </div>
  );
}

/**
 * Returns the position of the selection on the ruler, in px. It is a separate element, so that the canvas is not repainted when
 * the selection changes.
 */
function spanStyle(axis: 'x' | 'y', start: number, length: number): CSSProperties {
  return axis === 'x'
    ? { transform: `translateX(${start}px)`, width: length }
    : { transform: `translateY(${start}px)`, height: length };
}

/** Returns the start and end of the selection along the axis as a string, so that equal ranges compare equal. */
function extent(frames: Parameters<typeof around>[0], axis: 'x' | 'y'): string | undefined {
  if (frames.length === 0) return undefined;
  const { left, top, width, height } = around(frames);
  return axis === 'x' ? `${left} ${left + width}` : `${top} ${top + height}`;
}

type Painted = {
  axis: 'x' | 'y';
  length: number;
  ticks: readonly Tick[];
  unit: RulerUnit;
  language: string;
};

const TICK_LENGTH = 5;

function paint(canvas: HTMLCanvasElement, { axis, length, ticks, unit, language }: Painted): void {
  const ratio = window.devicePixelRatio;
  const [width, height] = axis === 'x' ? [length, RULER_PX] : [RULER_PX, length];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context) return;
  const colors = getComputedStyle(canvas);
  context.scale(ratio, ratio);
  // The side ruler is the top one mirrored at the diagonal: its numbers read upwards.
  if (axis === 'y') context.transform(0, 1, 1, 0, 0, 0);
  context.strokeStyle = colors.getPropertyValue('--lr-control');
  context.beginPath();
  for (const { at, label } of ticks) {
    context.moveTo(
      Math.round(at) + 0.5,
      label === undefined ? RULER_PX - TICK_LENGTH : RULER_PX - 2 * TICK_LENGTH,
    );
    context.lineTo(Math.round(at) + 0.5, RULER_PX);
  }
  context.stroke();
  context.fillStyle = colors.getPropertyValue('--lr-dim');
  context.font = `10px ${colors.fontFamily}`;
  context.textAlign = 'left';
  for (const { at, label } of ticks) {
    if (label !== undefined) write(context, lengthNumber(label, unit, language), at, axis);
  }
}

function write(context: CanvasRenderingContext2D, text: string, at: number, axis: 'x' | 'y'): void {
  context.save();
  context.translate(Math.round(at) + 3, axis === 'x' ? 10 : 3);
  // Undoes the mirroring, so that the numbers are readable.
  if (axis === 'y') context.scale(1, -1);
  context.fillText(text, 0, 0);
  context.restore();
}
