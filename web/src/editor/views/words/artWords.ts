import type { TFunction } from 'i18next';
import type { Art } from '../../core/art/art';

/** "Divider, gold", or "Meander, blue (A4, portrait)". */
export function artName(t: TFunction, { motif, color, page }: Art): string {
  const shown = t(`editor.art.motif.${motif}`);
  const name = color
    ? t('editor.art.colored', { motif: shown, color: t(`editor.art.color.${color}`) })
    : shown;
  if (!page) return name;
  return t('editor.art.onPage', {
    name,
    size: t(`designs.size.${page.size}`),
    orientation: t(`designs.orientation.${page.orientation}`),
  });
}
