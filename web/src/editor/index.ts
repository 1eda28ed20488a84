/** The design maker's door: the document model, the layout, and the painters. */

export { loadKinds } from './core/blocks';
export { TEXT_DEFAULTS } from './core/blocks/text/block';
export type { Flaw } from './core/check/check';
export { BACKGROUND, type Look, type LookCode, looksOf, picturesWithout } from './core/check/looks';
export { type BlankPage, blankDesign, ORIENTATIONS, PAPERS } from './core/document/blank';
export { newDesign } from './core/document/defaults';
export { documentOf } from './core/document/documentOf';
export type { Sheet } from './core/document/sheet';
export type * from './core/document/types';
export { type AddedFace, type AddedFont, setAddedFonts } from './core/fonts/added';
export { cssFont, type Face, type FontPicker, familyList } from './core/fonts/face';
export { lacksGlyphs, loadFaces } from './core/fonts/load';
export { bundledFonts, FONTS, type Font, findFont, isBundled } from './core/fonts/registry';
export { canvasMeasure } from './core/layout/canvasMeasure';
export type * from './core/layout/display';
export type { Picture } from './core/layout/image';
export { formatDate, languageDirection, withoutIsolates } from './core/layout/locale';
export type { Measure } from './core/layout/measure';
export { tagsIn } from './core/layout/tags';
export { imageUrls, type LayoutInput, layout } from './core/page/layout';
export { textRuns } from './core/page/run';
export { loadPicture } from './core/paint/pictures';
export { paintSvg } from './core/paint/svg';
export { contrastRatio, mixColor } from './core/primitives/color';
export { formatPercent, parsePercent, percentToPx, pxToPercent } from './core/primitives/percent';
export { bleedPx, pageBox, paperSize, printBox, SIZES } from './core/primitives/sizes';
export type {
  DesignsPort,
  EditorAttribute,
  EditorHandle,
  EditorPorts,
  EditorSample,
  EditorTemplate,
  SaveOutcome,
  StoredDesign,
} from './state/ports/editor';
export type * from './state/ports/preview';
export type * from './state/ports/versions';
export { dropDraft } from './state/saving/draft';
export { UploadRefusal } from './state/uploads/UploadRefusal';
export { ShapeRadios } from './views/badge/LazyShapeRadios';
export { PaperRadios } from './views/panels/PaperRadios';
export { choicesOf, type Facet, findTemplates, type TemplateScript } from './views/panels/templateFilters';
export { DesignPicture, type DesignPictureProps } from './views/picture/DesignPicture';
export { useSampleValues } from './views/picture/useSampleValues';
export { sweep } from './views/preview/useCheck';
export { Walker } from './views/preview/walker';
export { Editor } from './views/shell/LazyEditor';
export { VersionHistory } from './views/versions/VersionHistory';
