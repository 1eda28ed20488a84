import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core';
import { contrastRatio, mixColor } from '../editor';
import type { Theme } from './protocol/messages';

const PAPER = { light: '#ffffff', dark: '#18201c' } as const;
const INK = { light: '#000000', dark: '#ffffff' } as const;
/** The minimum contrast of text, and of other visible parts. */
const FOR_WORDS = 4.5;
const FOR_SHAPES = 3;
/** The luminance at which black and white text have the same contrast. Below it, white is more readable. */
const EVEN_LUMINANCE = 0.179;

const FAMILIES = {
  inter: undefined,
  system: 'system-ui, sans-serif',
  serif: "Georgia, 'Times New Roman', 'Noto Serif', serif",
} as const;

/** How the host's colours and corners are applied to our components. */
export function themeOverrides({ primary, radius, font }: Theme): MantineThemeOverride {
  const family = FAMILIES[font ?? 'inter'];
  return {
    ...(primary && {
      colors: { laurel: shades(primary) },
      autoContrast: true,
      luminanceThreshold: EVEN_LUMINANCE,
    }),
    ...(radius !== undefined && {
      radius: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, `${radius}px`])),
    }),
    ...(family && { fontFamily: family, headings: { fontFamily: family } }),
  };
}

/** The colour for both schemes, adjusted to be readable. */
export function themeRules({ primary }: Theme): string {
  if (!primary) return '';
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const paper = PAPER[scheme];
      const soft = mixColor(paper, primary, scheme === 'light' ? 0.1 : 0.25);
      return (
        `:root[data-mantine-color-scheme="${scheme}"]{--lr-accent:${readable(primary, scheme, FOR_SHAPES)};` +
        `--lr-link:${readable(primary, scheme, FOR_WORDS)};--lr-accent-soft:${soft}}`
      );
    })
    .join('');
}

/** The nearest colour with enough contrast to the background of a scheme. */
function readable(color: string, scheme: 'light' | 'dark', contrast: number): string {
  let found = color;
  for (let step = 1; step <= 20 && contrastRatio(found, PAPER[scheme]) < contrast; step++) {
    found = mixColor(color, INK[scheme], step / 20);
  }
  return found;
}

/** Ten shades of a colour. The eighth is the colour itself, used in light mode; dark mode uses the seventh. */
function shades(color: string): MantineColorsTuple {
  const tints = [0.93, 0.85, 0.7, 0.54, 0.38, 0.22, 0.1].map((part) => mixColor(color, '#ffffff', part));
  const darker = [0.15, 0.3].map((part) => mixColor(color, '#000000', part));
  return [...tints, color, ...darker] as unknown as MantineColorsTuple;
}
