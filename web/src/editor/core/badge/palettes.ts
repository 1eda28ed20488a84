import type { HexColor } from '../document/types';

/** The colours of a badge. Text is on the field or on the ribbon. */
export type Palette = {
  rim: HexColor;
  line: HexColor;
  field: HexColor;
  ink: HexColor;
  ribbon: HexColor;
  ribbonInk: HexColor;
};

const palette = (
  rim: HexColor,
  line: HexColor,
  field: HexColor,
  ink: HexColor,
  ribbon: HexColor,
  ribbonInk: HexColor,
): Palette => ({ rim, line, field, ink, ribbon, ribbonInk });

/** The colour palettes. Text is readable in each of them. Names are keys under `editor.badge.palette`. */
export const PALETTES = {
  forest: palette('#123524', '#d9b45c', '#1f6f4a', '#ffffff', '#e8cd88', '#123524'),
  navy: palette('#14224a', '#f0d58f', '#27407a', '#ffffff', '#f0d58f', '#14224a'),
  wine: palette('#4d1420', '#f3dea0', '#7a1f33', '#ffffff', '#f3dea0', '#4d1420'),
  teal: palette('#0a3c40', '#9fe0d0', '#0f5f63', '#ffffff', '#bff0e2', '#0a3c40'),
  plum: palette('#2f1646', '#e3c4ff', '#5b2a86', '#ffffff', '#ffd166', '#2f1646'),
  graphite: palette('#14191f', '#c9d1da', '#343d48', '#ffffff', '#e8ecf0', '#14191f'),
  ocean: palette('#0b3c5d', '#7fd6f7', '#155e83', '#ffffff', '#ffd166', '#0b3c5d'),
  ember: palette('#9c3413', '#ffffff', '#fff3e6', '#7a2a10', '#9c3413', '#ffffff'),
  mint: palette('#1f6f4a', '#ffffff', '#eaf6ef', '#14442e', '#1f6f4a', '#ffffff'),
  sky: palette('#1d4f91', '#ffffff', '#eaf2fb', '#143766', '#1d4f91', '#ffffff'),
  rose: palette('#9d174d', '#ffffff', '#fdf0f6', '#701038', '#9d174d', '#ffffff'),
  gilt: palette('#8a6420', '#f3dea0', '#fffaf0', '#5f430d', '#7a5715', '#ffffff'),
} as const;

export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[];
