import type { Crop } from './api';

/** A picture's size in px. */
export interface Size {
  width: number;
  height: number;
}

/** A square of a picture: its top left corner in px, and how much it is enlarged. */
export interface Section {
  x: number;
  y: number;
  zoom: number;
}

/** The side of a section in px. */
export const sideOf = ({ zoom }: Section, { width, height }: Size) => Math.min(width, height) / zoom;

function within(section: Section, size: Size): Section {
  const side = sideOf(section, size);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return {
    ...section,
    x: clamp(section.x, size.width - side),
    y: clamp(section.y, size.height - side),
  };
}

/** The largest section in the middle of a picture. */
export function centred(size: Size): Section {
  const side = Math.min(size.width, size.height);
  return { x: (size.width - side) / 2, y: (size.height - side) / 2, zoom: 1 };
}

/** A section moved by shares of its side, but not out of the picture. */
export function shifted(section: Section, size: Size, dx: number, dy: number): Section {
  const side = sideOf(section, size);
  return within({ ...section, x: section.x + dx * side, y: section.y + dy * side }, size);
}

/** A section around the same middle with another zoom. */
export function zoomed(section: Section, size: Size, zoom: number): Section {
  const change = (sideOf(section, size) - sideOf({ ...section, zoom }, size)) / 2;
  return within({ zoom, x: section.x + change, y: section.y + change }, size);
}

/** A section as the API wants it. */
export const cropOf = (section: Section, size: Size): Crop => ({
  x: section.x / size.width,
  y: section.y / size.height,
  size: 1 / section.zoom,
});
