/** Colours of the overlays on the page that are not part of the design, in step with the design tokens of the UI. */
export const OVERLAY = {
  selection: '#1f6f4a',
  handle: '#ffffff',
  guide: '#c2185b',
  ownGuide: '#0b6e99',
  printArea: '#8a5a00',
  marquee: 'rgb(31 111 74 / 10%)',
  placeholder: '#57635c',
  gone: '#8a5a00',
} as const;
