import { pxToPercent } from './percent';
import { pageBox } from './sizes';
import type {
  DesignDocument,
  DesignKind,
  ImageBlock,
  LineBlock,
  QrBlock,
  ShapeBlock,
  TextBlock,
} from './types';

/** What a text block means by a field it does not have. */
export const TEXT_DEFAULTS = {
  font: 'Source Sans Pro',
  font_size: 16,
  font_weight: 400,
  color: '#000000',
  vertical_align: 'top',
} as const;

export const QR_DEFAULTS = {
  pixel_width: 128,
  pixel_height: 128,
  background_color: '#ffffff',
  foreground_color: '#000000',
  contrast: 21,
} as const;

export const LINE_DEFAULTS = {
  line_width: 2,
  line_style: 'solid',
  orientation: 'horizontal',
  color: '#000000',
} as const;

export const SHAPE_DEFAULTS = { fill: 'none', stroke: '#000000', stroke_width: 2, radius: 0 } as const;

export function newDesign(kind: DesignKind = 'certificate'): DesignDocument {
  return {
    schema_version: 1,
    kind,
    size: kind === 'badge' ? 'badge' : 'us-letter',
    orientation: 'landscape',
    language: 'en',
    background: '',
    background_bleeds: false,
    blocks: [],
  };
}

export function newTextBlock(model: string): TextBlock {
  return {
    kind: 'text',
    model,
    top: '45%',
    left: '42.5%',
    image_width: '15%',
    image_height: '5%',
    font: TEXT_DEFAULTS.font,
    font_size: TEXT_DEFAULTS.font_size,
    font_weight: TEXT_DEFAULTS.font_weight,
    color: TEXT_DEFAULTS.color,
    align: 'left',
    vertical_align: TEXT_DEFAULTS.vertical_align,
  };
}

export function newQrBlock(content: string, design: DesignDocument): QrBlock {
  const page = pageBox(design);
  return {
    kind: 'qr',
    qr_code: content,
    top: '40%',
    left: '40%',
    image_width: pxToPercent(QR_DEFAULTS.pixel_width, page.width),
    image_height: pxToPercent(QR_DEFAULTS.pixel_height, page.height),
    ...QR_DEFAULTS,
  };
}

export function newLineBlock(): LineBlock {
  return {
    kind: 'line',
    top: '48.5%',
    left: '25%',
    image_width: '50%',
    image_height: '3%',
    ...LINE_DEFAULTS,
  };
}

export function newImageBlock(url: string): ImageBlock {
  return {
    kind: 'image',
    image_url: url,
    top: '40%',
    left: '40%',
    image_width: '20%',
    image_height: '20%',
    fit: 'contain',
  };
}

export function newShapeBlock(kind: ShapeBlock['kind']): ShapeBlock {
  return { kind, top: '40%', left: '40%', image_width: '20%', image_height: '20%', ...SHAPE_DEFAULTS };
}
