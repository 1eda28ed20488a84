import type { components } from './schema.v1.gen';

/** How a referee knows the recipient. */
export type Relationship = NonNullable<components['schemas']['Reference']['relationship']>;

export const RELATIONSHIPS: readonly Relationship[] = [
  'taught',
  'managed',
  'mentored',
  'worked',
  'studied',
  'friends',
  'professor',
  'stranger',
];
