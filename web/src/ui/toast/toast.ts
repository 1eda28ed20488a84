import { create } from 'zustand';

export type ToastTone = 'plain' | 'warning' | 'success';

export interface Toast {
  id: number;
  tone: ToastTone;
  message: string;
  /** Additional lines, such as the labels of invalid fields. */
  lines?: readonly string[];
  action?: { label: string; run: () => void };
  duration: number;
}

interface ToastState {
  toasts: Toast[];
  remove: (id: number) => void;
}

export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((other) => other.id !== id) })),
}));

/** How long the warning about an invalid form is shown. */
export const FORM_WARNING_MS = 2000;
const NOTICE_MS = 4000;
const UNDO_MS = 8000;

let lastId = 0;

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const shown = { ...toast, id: lastId };
  useToasts.setState((state) => ({ toasts: [...state.toasts.slice(-2), shown] }));
}

/** Short notifications at the bottom of the page. All texts are already translated. */
export const toast = {
  success: (message: string) => show({ tone: 'success', message, duration: NOTICE_MS }),
  notice: (message: string) => show({ tone: 'plain', message, duration: NOTICE_MS }),
  /** Shows that an action was done and offers to undo it for a while. */
  undo: (message: string, label: string, run: () => void) =>
    show({ tone: 'plain', message, action: { label, run }, duration: UNDO_MS }),
  /** Warns about an invalid form and lists the labels of the invalid fields. */
  formWarning: (message: string, labels: readonly string[]) =>
    show({ tone: 'warning', message, lines: labels, duration: FORM_WARNING_MS }),
};
