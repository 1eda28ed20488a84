import { encode } from 'uqr';
import type { DisplayItem, Rect } from '../../layout/display';
import { QR_DEFAULTS, type QrBlock } from './block';

/** Modules of empty space that a reader needs around the code. */
const QUIET_ZONE = 4;

/** Rounds to what 1/1000 px needs, to keep the path short. */
const short = (value: number) => Number(value.toFixed(3));

/** One path for all dark modules, each run of a row one box. */
export function qrPath(modules: boolean[][], x: number, y: number, step: number): string {
  return modules
    .flatMap((row, r) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map((run) => {
        const width = short(run[0].length * step);
        return `M${short(x + run.index * step)} ${short(y + r * step)}h${width}v${short(step)}h${-width}z`;
      }),
    )
    .join('');
}

/** The code as large as its frame allows, or null when the content does not fit into a QR code. */
export function layoutQr(block: QrBlock, content: string, frame: Rect): DisplayItem[] | null {
  if (content.trim() === '') return null;
  let modules: boolean[][];
  try {
    modules = encode(content, { ecc: 'M', border: QUIET_ZONE }).data;
  } catch {
    return null;
  }
  const side = Math.min(frame.width, frame.height);
  const x = frame.x + (frame.width - side) / 2;
  const y = frame.y + (frame.height - side) / 2;
  const background = block.background_color ?? QR_DEFAULTS.background_color;
  const foreground = block.foreground_color ?? QR_DEFAULTS.foreground_color;
  return [
    { kind: 'rect', x, y, width: side, height: side, fill: background },
    { kind: 'path', d: qrPath(modules, x, y, side / modules.length), fill: foreground },
  ];
}
