import { IconQuestionMark } from '@tabler/icons-react';
import type { Block } from '../../core/blocks';

/** The icons of all folders. They come with the editor; the printed page has no use for them. */
const icons = import.meta.glob<typeof IconQuestionMark>('./*/icon.ts', { eager: true, import: 'icon' });

/** The icon of a kind, which its folder has: `image_attribute` is in `image-attribute`. */
export function iconOf({ kind }: { kind: Block['kind'] }): typeof IconQuestionMark {
  return icons[`./${kind.replaceAll('_', '-')}/icon.ts`] ?? IconQuestionMark;
}
