import { createStore } from 'zustand/vanilla';

/** A file upload, its progress from 0 to 1 and its outcome. */
export type Upload = {
  id: number;
  name: string;
  part: number;
  state: 'sending' | 'done' | 'failed';
  /** The translated error message. */
  problem?: string;
};

/** How long a finished upload stays visible. */
export const DONE_MS = 1000;
export const FAILED_MS = 2000;

export type UploadStore = ReturnType<typeof createUploadStore>;

/** Creates the store of the design's file uploads. */
export function createUploadStore() {
  let last = 0;
  return createStore<{
    uploads: readonly Upload[];
    start: (name: string) => number;
    progress: (id: number, part: number) => void;
    done: (id: number) => void;
    fail: (id: number, problem: string) => void;
  }>()((set) => {
    const patch = (id: number, change: Partial<Upload>) =>
      set(({ uploads }) => ({
        uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
      }));
    const leaveAfter = (ms: number, id: number) =>
      setTimeout(() => set(({ uploads }) => ({ uploads: uploads.filter((other) => other.id !== id) })), ms);
    return {
      uploads: [],
      start: (name) => {
        const id = ++last;
        set(({ uploads }) => ({ uploads: [...uploads, { id, name, part: 0, state: 'sending' }] }));
        return id;
      },
      progress: (id, part) => patch(id, { part }),
      done: (id) => {
        patch(id, { part: 1, state: 'done' });
        leaveAfter(DONE_MS, id);
      },
      fail: (id, problem) => {
        patch(id, { state: 'failed', problem });
        leaveAfter(FAILED_MS, id);
      },
    };
  });
}
