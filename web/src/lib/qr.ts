import { qrModules } from './qrModules';

/** The width of the quiet zone, in modules. */
const QUIET_ZONE = 4;

/** Returns a QR code as one path in a square of `size` units, including the quiet zone. */
export function qrCode(text: string): { size: number; path: string } {
  const modules = qrModules(text);
  if (!modules) throw new Error('too long for a QR code');
  let path = '';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(x, y)) continue;
      const start = x;
      while (modules.get(x + 1, y)) x++;
      path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x + 1 - start}v1h-${x + 1 - start}z`;
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path };
}

/** Returns a QR code as an SVG file. */
export function qrSVG(text: string): string {
  const { size, path } = qrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

/** Returns a QR code as a PNG with whole pixels per module, at least `width` px wide. */
export function qrPNG(text: string, width: number): Promise<Blob> {
  const { size, path } = qrCode(text);
  const step = Math.ceil(width / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * step;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws nothing');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  pen.setTransform(step, 0, 0, step, 0, 0);
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
