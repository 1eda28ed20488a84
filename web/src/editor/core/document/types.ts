import type { Block } from '../blocks';
import type { DesignKind, DesignSize, GroupId, HexColor, Orientation } from '../primitives/base';

export type { Block } from '../blocks';
export type { FontWeight, TextAlign, TextBlock, VerticalAlign } from '../blocks/text/block';
export type * from '../primitives/base';

/** The design document, as defined by internal/design/designs/document.schema.json. */
export type DesignDocument = {
  schema_version?: 1;
  kind: DesignKind;
  size: DesignSize;
  orientation: Orientation;
  language?: string;
  background?: string;
  background_color?: HexColor;
  background_bleeds?: boolean;
  blocks: Block[];
  /** The names of groups. A group without a name is labelled by its blocks. */
  groups?: { id: GroupId; name: string }[];
};
