/** The colours of what lies on the page but is not of it, in step with the tokens of the interface. */
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
