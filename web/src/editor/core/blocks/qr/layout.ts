import { qrModules } from '../../../../lib/qrModules';
import type { DisplayItem, Rect } from '../../layout/display';
import { QR_DEFAULTS, type QrBlock } from './block';

/** The width of the quiet zone, in modules. */
const QUIET_ZONE = 4;

/** Returns the largest code that fits into the frame, or null if the content does not fit into a QR code. */
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
  return [
    { kind: 'rect', x, y, width: side, height: side, fill: background },
    { kind: 'code', modules, x: x + QUIET_ZONE * step, y: y + QUIET_ZONE * step, step, fill: foreground },
  ];
}
