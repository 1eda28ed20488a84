import { createStore } from 'zustand/vanilla';
import {
  type Camera,
  centred,
  fitPage,
  fitPart,
  kept,
  type Point,
  pan,
  zoomAt,
} from '../../core/geometry/camera';
import type { Frame } from '../../core/geometry/frames';
import type { Gap } from '../../core/geometry/gaps';
import type { Guide } from '../../core/geometry/snap';
import type { RulerUnit } from '../../core/geometry/units';
import type { Box } from '../../core/primitives/sizes';
import { NO_PREVIEW, type PreviewState } from './preview';

export type LeftPanel = 'add' | 'designs' | 'templates' | 'document' | 'layers';

/** User preferences for the rulers and guides. */
export type Rulers = {
  shown: boolean;
  unit: RulerUnit /** The safe area and the bleed are drawn. */;
  printArea: boolean;
};

/** State of the view, not of the design: it is never saved and has no undo. */
export type ViewState = {
  /** The size of the canvas, in whole px. */
  window: Box;
  /** The size of the page, in design px. */
  page: Box;
  camera: Camera;
  /** Whether the whole page is kept in view, until the user zooms. */
  fitted: boolean;
  /** The guides and equal gaps that the dragged blocks snap to. */
  guides: readonly Guide[];
  gaps: readonly Gap[];
  /** The user's own guides, and the one to focus when it appears. */
  ownGuides: readonly Guide[];
  focusGuide: number | null;
  rulers: Rulers;
  /** Whether an input method is composing in the edited text. */
  composing: boolean;
  marquee: Frame | null;
  /** The key of the sample that replaces the tags, if any. */
  sample: string | null;
  panel: LeftPanel;
  preview: PreviewState;
  /** The last action, for screen readers. */
  announcement: string;

  resize: (window: Box, page: Box) => void;
  fit: (page: Box) => void;
  /** Zooms to a part of the page, in percent. */
  fitFrame: (frame: Frame) => void;
  zoomTo: (zoom: number, at?: Point) => void;
  actualSize: (page: Box) => void;
  pan: (dx: number, dy: number) => void;
  show: (change: Partial<Pick<ViewState, Shown>>) => void;
  setRulers: (change: Partial<Rulers>) => void;
  setPreview: (change: Partial<PreviewState>) => void;
  announce: (announcement: string) => void;
};

type Shown = 'guides' | 'gaps' | 'ownGuides' | 'focusGuide' | 'composing' | 'marquee' | 'sample' | 'panel';

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore() {
  return createStore<ViewState>()((set, get) => ({
    window: { width: 0, height: 0 },
    page: { width: 0, height: 0 },
    camera: { zoom: 1, x: 0, y: 0 },
    fitted: true,
    guides: [],
    gaps: [],
    ownGuides: [],
    focusGuide: null,
    rulers: { shown: true, unit: 'mm', printArea: false },
    composing: false,
    marquee: null,
    sample: null,
    panel: 'add',
    preview: NO_PREVIEW,
    announcement: '',

    resize: (window, page) =>
      set(({ fitted, camera }) => ({
        window,
        page,
        camera: fitted ? fitPage(page, window) : kept(camera, page, window),
      })),
    fit: (page) => set({ camera: fitPage(page, get().window), fitted: true }),
    fitFrame: ({ left, top, width, height }) => {
      const { page, window } = get();
      const part = {
        x: (left / 100) * page.width,
        y: (top / 100) * page.height,
        width: (width / 100) * page.width,
        height: (height / 100) * page.height,
      };
      set({ camera: kept(fitPart(part, window), page, window), fitted: false });
    },
    zoomTo: (zoom, at) => {
      const { window, camera, page } = get();
      const middle = { x: window.width / 2, y: window.height / 2 };
      set({ camera: kept(zoomAt(camera, zoom, at ?? middle), page, window), fitted: false });
    },
    actualSize: (page) => set({ camera: centred(page, get().window, 1), fitted: false }),
    pan: (dx, dy) => {
      const { window, camera, page } = get();
      set({ camera: kept(pan(camera, dx, dy), page, window), fitted: false });
    },
    show: (change) => set(change),
    setRulers: (change) => set(({ rulers }) => ({ rulers: { ...rulers, ...change } })),
    setPreview: (change) => set(({ preview }) => ({ preview: { ...preview, ...change } })),
    announce: (announcement) => set({ announcement }),
  }));
}
