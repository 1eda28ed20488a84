// What of the installed @fontsource packages is taken: weights, slices, and what a family is called for.

/** Weights beyond 400 and 700, for faces that titles are set in. */
const DISPLAY_WEIGHTS = {
  'bodoni-moda': [500, 900],
  cairo: [300, 600],
  cinzel: [600, 900],
  'cinzel-decorative': [900],
  'cormorant-garamond': [300, 500, 600],
  'dancing-script': [600],
  'eb-garamond': [600],
  fraunces: [600, 900],
  heebo: [300, 500],
  inter: [300, 500, 600],
  'josefin-sans': [300, 600],
  jost: [300, 500],
  lato: [300, 900],
  montserrat: [300, 500, 600, 900],
  mulish: [300, 600],
  nunito: [300, 600],
  'open-sans': [300, 600],
  oswald: [300, 500, 600],
  'playfair-display': [600, 900],
  poppins: [300, 500, 600],
  raleway: [300, 500, 600],
  roboto: [300, 500, 900],
  'source-sans-3': [300, 600],
  'source-sans-pro': [300, 600, 900],
  'source-serif-4': [300, 600],
  'work-sans': [300, 600],
};
/** Metric twins that stand for fonts which exist on few machines, by the name designs use. */
export const SYSTEM_TWINS = {
  Arial: 'Arimo',
  'Times New Roman': 'Tinos',
  'Courier New': 'Cousine',
  Calibri: 'Carlito',
  Cambria: 'Caladea',
  Georgia: 'Gelasio',
};
/** The CJK families are large: few weights, and only the scripts that they are chosen for. */
const CJK = new Set(['japanese', 'korean', 'chinese-simplified', 'chinese-traditional']);
const CJK_TWO_WEIGHTS = new Set(['noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc', 'noto-sans-tc']);
const CJK_LEFT_OUT = new Set(['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']);
/** Slices of signs hold a few of many: not enough to say that a family has them. */
const SIGNS = new Set(['math', 'symbols']);

const CATEGORY = { serif: 'serif', 'sans-serif': 'sans', monospace: 'mono', handwriting: 'script', display: 'display' };
const BLACKLETTER = new Set(['medievalsharp', 'pirata-one', 'uncial-antiqua', 'unifrakturmaguntia']);
/** Families whose packages call them something that they do not look like. */
const LOOKS = {
  anton: 'display',
  'archivo-black': 'display',
  'bebas-neue': 'display',
  'black-han-sans': 'display',
  graduate: 'display',
  italiana: 'display',
  'suez-one': 'display',
  'zcool-kuaile': 'display',
  'zcool-xiaowei': 'serif',
};
const GENERIC = { serif: 'serif', sans: 'sans-serif', mono: 'monospace', script: 'cursive', display: 'sans-serif', blackletter: 'serif' };

export const isCjk = ({ subsets }) => subsets.some((subset) => CJK.has(subset));

/** Whether a file of a package is taken. */
export function wanted(metadata, { subset, weight, italic }) {
  if (isCjk(metadata)) {
    if (CJK_LEFT_OUT.has(subset) || italic) return false;
    return weight === 400 || (weight === 700 && CJK_TWO_WEIGHTS.has(metadata.id));
  }
  return weight === 400 || weight === 700 || (!italic && (DISPLAY_WEIGHTS[metadata.id] ?? []).includes(weight));
}

/** The scripts that a family may be said to have, before its letters are looked at. */
export function claimedScripts(metadata, subsets) {
  if (metadata.id === 'noto-color-emoji') return ['emoji'];
  const cjk = isCjk(metadata);
  const there = metadata.subsets.filter((subset) => subsets.includes(subset) || cjk);
  return there.filter((subset) => !SIGNS.has(subset) && !(cjk && CJK_LEFT_OUT.has(subset))).sort();
}

export function categoryOf({ id, category }) {
  return BLACKLETTER.has(id) ? 'blackletter' : (LOOKS[id] ?? CATEGORY[category]);
}

export const genericOf = (category) => GENERIC[category];
