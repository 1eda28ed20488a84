/** The parts of a design document that all kinds of blocks share. */
export type DesignKind = 'certificate' | 'badge';
export type DesignSize = 'us-letter' | 'a4' | 'a8' | 'badge';
export type Orientation = 'landscape' | 'portrait';
export type Percent = `${string}%`;
export type HexColor = `#${string}`;

/** A short ID of a group, unique within its design, such as `g1`. */
export type GroupId = string;

/** The properties of a page that determine its dimensions. */
export type PageShape = { size: DesignSize; orientation: Orientation };

/** The fields that all kinds of blocks have. */
export type BlockBase = {
  top: Percent;
  left: Percent;
  image_width: Percent;
  image_height: Percent;
  block_index?: number;
  z_index?: number;
  name?: string;
  hidden?: boolean;
  /** Blocks with the same group ID are selected, moved and copied together. */
  group?: GroupId;
  /** Whether the block cannot be moved or resized. */
  lock_position?: boolean;
  /** Whether the content cannot be changed. */
  lock_content?: boolean;
  /** Whether the style cannot be changed. */
  lock_style?: boolean;
};

/** The value of a tag for one recipient. Dates are ISO (YYYY-MM-DD), images are URLs, percentages are numbers such as 92.5. */
export type AttributeValue = { kind: 'text' | 'date' | 'email' | 'image' | 'percent'; value: string };

/** Values by tag name without brackets, such as `recipient.name`. */
export type Values = Readonly<Record<string, AttributeValue>>;
