/** Red, green and blue from 0 to 255. */
export type Rgb = [number, number, number];

export function parseColor(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function formatColor(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes a colour with another by an amount from 0 to 1. */
export function mixColor(hex: string, towards: string, amount: number): string {
  const [from, to] = [parseColor(hex), parseColor(towards)];
  return formatColor(from.map((part, i) => part + ((to[i] ?? 0) - part) * amount) as Rgb);
}

/** Returns the relative luminance as defined by WCAG. */
export function luminance(hex: string): number {
  const [r, g, b] = parseColor(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Below this contrast ratio, text is hard to read and a QR code may not scan. */
export const LEAST_CONTRAST = 5;

/** Returns the contrast ratio, from 1 to 21. A QR code may not scan below 5, and does scan from 10. */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
