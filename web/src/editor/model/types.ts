/** The design document, as internal/designs/document.schema.json describes it. */
export type DesignKind = 'certificate' | 'badge';
export type DesignSize = 'us-letter' | 'a4' | 'a8' | 'badge';
export type Orientation = 'landscape' | 'portrait';
export type Percent = `${string}%`;
export type HexColor = `#${string}`;
export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
export type TextAlign = 'left' | 'center' | 'right' | 'justify';
export type VerticalAlign = 'top' | 'middle' | 'bottom';
export type ImageFit = 'contain' | 'cover' | 'fill';
export type LineStyle = 'dotted' | 'dashed' | 'solid' | 'double' | 'groove' | 'ridge' | 'inset' | 'outset';

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
};

type BlockFrame = {
  top: Percent;
  left: Percent;
  image_width: Percent;
  image_height: Percent;
  block_index?: number;
  z_index?: number;
  name?: string;
  hidden?: boolean;
  locked?: boolean;
};

export type TextBlock = BlockFrame & {
  kind: 'text';
  model: string;
  font?: string;
  font_weight?: FontWeight;
  font_size?: number;
  color?: HexColor;
  align?: TextAlign;
  vertical_align?: VerticalAlign;
  italic?: boolean;
  underline?: boolean;
  uppercase?: boolean;
  bold?: boolean;
  scale_to_fit?: boolean;
  center?: boolean;
  role?: 'heading' | 'paragraph';
};

export type ImageBlock = BlockFrame & { kind: 'image'; image_url: string; alt?: string; fit?: ImageFit };

export type ImageAttributeBlock = BlockFrame & {
  kind: 'image_attribute';
  custom_image_attribute: string;
  alt?: string;
  fit?: ImageFit;
};

export type QrBlock = BlockFrame & {
  kind: 'qr';
  qr_code: string;
  pixel_width?: number;
  pixel_height?: number;
  background_color?: HexColor;
  foreground_color?: HexColor;
  contrast?: number;
};

export type LineBlock = BlockFrame & {
  kind: 'line';
  line_width?: number;
  line_style?: LineStyle;
  orientation?: 'horizontal' | 'vertical';
  color?: HexColor;
};

export type ShapeBlock = BlockFrame & {
  kind: 'rectangle' | 'ellipse';
  fill?: HexColor | 'none';
  stroke?: HexColor | 'none';
  stroke_width?: number;
  radius?: number;
};

export type Block = TextBlock | ImageBlock | ImageAttributeBlock | QrBlock | LineBlock | ShapeBlock;

/** What one recipient's tag stands for; dates are ISO (YYYY-MM-DD), images are urls. */
export type AttributeValue = { kind: 'text' | 'date' | 'email' | 'image'; value: string };

/** Values by tag name without brackets, such as `recipient.name`. */
export type Values = Readonly<Record<string, AttributeValue>>;
