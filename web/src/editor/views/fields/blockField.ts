import type { ReactNode } from 'react';
import type { BlockBase } from '../../core/primitives/base';

/** One or more blocks that a field shows and changes together. */
export type Blocks<B> = readonly [B, ...B[]];

/** A field of the inspector. Kinds that have the same field object can be changed together. */
export type BlockField<B extends BlockBase> = {
  /** Names the field among those of its kind. */
  name: string;
  /** Stands beside another field in half of the width. */
  half?: boolean;
  /** Only for one block at a time. */
  solo?: boolean;
  Control(props: { blocks: Blocks<B> }): ReactNode;
};

/** The fields of a kind in the inspector: each folder of a kind has them in `view.tsx`, and its icon in `icon.ts`. */
export type BlockFields<B extends BlockBase> = readonly BlockField<B>[];
