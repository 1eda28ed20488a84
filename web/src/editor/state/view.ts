import { createStore } from 'zustand/vanilla';
import { type Camera, centred, fitPage, type Point, pan, zoomAt } from '../canvas/camera';
import type { Guide } from '../canvas/snap';
import type { Box } from '../model/sizes';
import type { Frame } from './frames';

export type LeftPanel = 'add' | 'designs' | 'templates' | 'document' | 'layers';

/** What belongs to looking, not to the design: never saved, never undone. */
export type ViewState = {
  /** The size of the canvas, in whole px. */
  window: Box;
  camera: Camera;
  /** The page is kept whole in the window until the person zooms. */
  fitted: boolean;
  guides: readonly Guide[];
  marquee: Frame | null;
  /** The key of the sample that stands for the tags, or none. */
  sample: string | null;
  panel: LeftPanel;
  /** What was done last, for people who cannot see it. */
  announcement: string;

  resize: (window: Box, page: Box) => void;
  fit: (page: Box) => void;
  zoomTo: (zoom: number, at?: Point) => void;
  actualSize: (page: Box) => void;
  pan: (dx: number, dy: number) => void;
  show: (change: Partial<Pick<ViewState, 'guides' | 'marquee' | 'sample' | 'panel'>>) => void;
  announce: (announcement: string) => void;
};

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore() {
  return createStore<ViewState>()((set, get) => ({
    window: { width: 0, height: 0 },
    camera: { zoom: 1, x: 0, y: 0 },
    fitted: true,
    guides: [],
    marquee: null,
    sample: null,
    panel: 'add',
    announcement: '',

    resize: (window, page) =>
      set(({ fitted, camera }) => ({ window, camera: fitted ? fitPage(page, window) : camera })),
    fit: (page) => set({ camera: fitPage(page, get().window), fitted: true }),
    zoomTo: (zoom, at) => {
      const { window, camera } = get();
      const middle = { x: window.width / 2, y: window.height / 2 };
      set({ camera: zoomAt(camera, zoom, at ?? middle), fitted: false });
    },
    actualSize: (page) => set({ camera: centred(page, get().window, 1), fitted: false }),
    pan: (dx, dy) => set({ camera: pan(get().camera, dx, dy), fitted: false }),
    show: (change) => set(change),
    announce: (announcement) => set({ announcement }),
  }));
}
