import { PNG } from 'pngjs';

/** A picture of one colour, as a file that a browser can be given. */
export function picture(name, width, height, color = [31, 111, 74]) {
  const png = new PNG({ width, height, colorType: 2, inputColorType: 2, inputHasAlpha: false });
  png.data = Buffer.alloc(width * height * 3, Buffer.from(color));
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false }) };
}
