/** The kinds of blocks. Each has its own folder and a line here. The exported name is the `kind` in the document. */
export { ellipse } from './ellipse';
export { image } from './image';
export { image_attribute } from './image-attribute';
export { line } from './line';
export { qr } from './qr';
export { rectangle } from './rectangle';
export { symbol } from './symbol';
export { text } from './text';
