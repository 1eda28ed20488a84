import type { ReactNode } from 'react';
import type { BlockBase } from '../../core/primitives/base';

/** One or more blocks that a field shows and changes together. */
export type Blocks<B> = readonly [B, ...B[]];

/** A field of the inspector. Blocks of different kinds that share the same field object can be changed together. */
export type BlockField<B extends BlockBase> = {
  /** Identifies the field within its kind. */
  name: string;
  /** Takes half the width, beside another field. */
  half?: boolean;
  /** Only shown for a single block. */
  solo?: boolean;
  Control(props: { blocks: Blocks<B> }): ReactNode;
};

/** The inspector fields of a block kind. Each kind's folder has them in `view.tsx`, and its icon in `icon.ts`. */
export type BlockFields<B extends BlockBase> = readonly BlockField<B>[];
