/** The parts of a design document that blocks of every kind are made of. */
export type DesignKind = 'certificate' | 'badge';
export type DesignSize = 'us-letter' | 'a4' | 'a8' | 'badge';
export type Orientation = 'landscape' | 'portrait';
export type Percent = `${string}%`;
export type HexColor = `#${string}`;

/** A short name of a group within its design, such as `g1`. */
export type GroupId = string;

/** All that a place in percent needs to know of its page. */
export type PageShape = { size: DesignSize; orientation: Orientation };

/** What every block has, of whatever kind. */
export type BlockBase = {
  top: Percent;
  left: Percent;
  image_width: Percent;
  image_height: Percent;
  block_index?: number;
  z_index?: number;
  name?: string;
  hidden?: boolean;
  /** Blocks with the same id are selected, moved and copied as one. */
  group?: GroupId;
  /** The block is not moved or resized. */
  lock_position?: boolean;
  /** What it says or shows is not changed. */
  lock_content?: boolean;
  /** How it looks is not changed. */
  lock_style?: boolean;
};

/** What one recipient's tag stands for; dates are ISO (YYYY-MM-DD), images are urls, percentages are numbers such as 92.5. */
export type AttributeValue = { kind: 'text' | 'date' | 'email' | 'image' | 'percent'; value: string };

/** Values by tag name without brackets, such as `recipient.name`. */
export type Values = Readonly<Record<string, AttributeValue>>;
