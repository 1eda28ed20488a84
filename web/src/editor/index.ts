/** The design maker's door: the document model, the layout, and the painters. */
export { ShapeRadios } from './badge/LazyShapeRadios';
export { loadKinds } from './blocks';
export { TEXT_DEFAULTS } from './blocks/text/block';
export { dropDraft } from './draft';
export { type AddedFace, type AddedFont, setAddedFonts } from './fonts/added';
export { cssFont, type Face, type FontPicker, familyList } from './fonts/face';
export { lacksGlyphs, loadFaces } from './fonts/load';
export { bundledFonts, FONTS, type Font, findFont, isBundled } from './fonts/registry';
export { Editor } from './LazyEditor';
export type * from './layout/display';
export type { Picture } from './layout/image';
export { imageUrls, type LayoutInput, layout } from './layout/layout';
export { formatDate, languageDirection, withoutIsolates } from './layout/locale';
export type { Measure } from './layout/measure';
export { textRuns } from './layout/run';
export { tagsIn } from './layout/tags';
export { canvasMeasure } from './measure';
export { type BlankPage, blankDesign, ORIENTATIONS, PAPERS } from './model/blank';
export { contrastRatio, mixColor } from './model/color';
export { newDesign } from './model/defaults';
export { documentOf } from './model/documentOf';
export { formatPercent, parsePercent, percentToPx, pxToPercent } from './model/percent';
export { bleedPx, pageBox, paperSize, printBox, SIZES } from './model/sizes';
export type * from './model/types';
export { DesignPicture, type DesignPictureProps } from './paint/DesignPicture';
export { loadPicture } from './paint/pictures';
export { paintSvg } from './paint/svg';
export { PaperRadios } from './panels/PaperRadios';
export { choicesOf, type Facet, findTemplates, type TemplateScript } from './panels/templateFilters';
export type {
  DesignsPort,
  EditorAttribute,
  EditorHandle,
  EditorPorts,
  EditorSample,
  EditorTemplate,
  SaveOutcome,
  StoredDesign,
} from './ports';
export type { Flaw } from './preview/check';
export { BACKGROUND, type Look, type LookCode, looksOf, picturesWithout } from './preview/looks';
export type * from './preview/port';
export { sweep } from './preview/useCheck';
export { Walker } from './preview/walker';
export { useSampleValues } from './sampleValues';
export type { Sheet } from './state/sheet';
export { UploadRefusal } from './upload/UploadRefusal';
export type * from './versions/port';
export { VersionHistory } from './versions/VersionHistory';
