import { IconQuestionMark } from '@tabler/icons-react';
import type { Block } from '../../core/blocks';

/** The icons of all block kinds. They are bundled with the editor; the printed page does not need them. */
const icons = import.meta.glob<typeof IconQuestionMark>('./*/icon.ts', { eager: true, import: 'icon' });

/** Returns the icon of a block kind from its folder: `image_attribute` is in `image-attribute`. */
export function iconOf({ kind }: { kind: Block['kind'] }): typeof IconQuestionMark {
  return icons[`./${kind.replaceAll('_', '-')}/icon.ts`] ?? IconQuestionMark;
}
