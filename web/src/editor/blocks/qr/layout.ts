import { type QrModules, qrModules } from '../../../lib/qrModules';
import type { DisplayItem, Rect } from '../../layout/display';
import { QR_DEFAULTS, type QrBlock } from './block';

/** Modules of empty space that a reader needs around the code. */
const QUIET_ZONE = 4;

/** Rounds to what 1/1000 px needs, to keep the path short. */
const short = (value: number) => Math.round(value * 1000) / 1000;

/** One path for all dark modules, each run of a row one box; `x` and `y` are the corner of the first module, in px. */
export function qrPath(modules: QrModules, x: number, y: number, step: number): string {
  const { size } = modules;
  const lengths = Array.from({ length: size + 1 }, (_, count) => short(count * step));
  let path = '';
  for (let row = 0; row < size; row++) {
    const top = short(y + row * step);
    for (let column = 0; column < size; column++) {
      if (!modules.get(column, row)) continue;
      const start = column;
      while (modules.get(column + 1, row)) column++;
      const width = lengths[column + 1 - start];
      path += `M${short(x + start * step)} ${top}h${width}v${lengths[1]}h-${width}z`;
    }
  }
  return path;
}

/** The code as large as its frame allows, or null when the content does not fit into a QR code. */
export function layoutQr(block: QrBlock, content: string, frame: Rect): DisplayItem[] | null {
  if (content.trim() === '') return null;
  const modules = qrModules(content);
  if (!modules) return null;
  const side = Math.min(frame.width, frame.height);
  const x = frame.x + (frame.width - side) / 2;
  const y = frame.y + (frame.height - side) / 2;
  const step = side / (modules.size + 2 * QUIET_ZONE);
  const background = block.background_color ?? QR_DEFAULTS.background_color;
  const foreground = block.foreground_color ?? QR_DEFAULTS.foreground_color;
  const d = qrPath(modules, x + QUIET_ZONE * step, y + QUIET_ZONE * step, step);
  return [
    { kind: 'rect', x, y, width: side, height: side, fill: background },
    { kind: 'path', d, fill: foreground },
  ];
}
