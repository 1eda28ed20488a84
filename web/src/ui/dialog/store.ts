import type { ReactNode } from 'react';
import { create } from 'zustand';

export type DialogVariant =
  | 'alert'
  | 'confirm'
  | 'agree'
  | 'confirmWithCheckbox'
  | 'loading'
  | 'progress'
  | 'warning'
  | 'success'
  | 'info';

/** What a caller may say about a dialog. Words come translated: the dialog knows no product. */
export interface DialogOptions {
  title: string;
  body?: ReactNode;
  /** A verb that says what happens: "Delete 3 groups". */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red button: something is lost. */
  danger?: boolean;
  /** An integer is a width in pixels. */
  width?: number | string;
  /** The text a person must type first; only for what cannot be undone. */
  typeToConfirm?: string;
}

export interface CheckboxOptions extends DialogOptions {
  checkboxLabel: string;
  checked?: boolean;
}

export interface Progress {
  done: number;
  total: number;
  startedAt: number;
}

export interface DialogAnswer {
  confirmed: boolean;
  checked: boolean;
}

export interface OpenDialog extends DialogOptions {
  id: number;
  variant: DialogVariant;
  checkboxLabel?: string;
  checked?: boolean;
  progress?: Progress;
  settle: (answer: DialogAnswer) => void;
}

interface DialogState {
  /** The last one is on top; the others wait beneath it. */
  open: OpenDialog[];
  push: (dialog: OpenDialog) => void;
  update: (id: number, change: Partial<OpenDialog>) => void;
  /** Takes a dialog away and gives its caller the answer. */
  settle: (id: number, answer: DialogAnswer) => void;
  /** Takes all away, as if each had been cancelled. */
  dismissAll: () => void;
}

export const CANCELLED: DialogAnswer = { confirmed: false, checked: false };

export const useDialogs = create<DialogState>()((set, get) => ({
  open: [],
  push: (dialog) => set((state) => ({ open: [...state.open, dialog] })),
  update: (id, change) =>
    set((state) => ({
      open: state.open.map((dialog) => (dialog.id === id ? { ...dialog, ...change } : dialog)),
    })),
  settle: (id, answer) => {
    const dialog = get().open.find((other) => other.id === id);
    set((state) => ({ open: state.open.filter((other) => other.id !== id) }));
    dialog?.settle(answer);
  },
  dismissAll: () => {
    const all = get().open;
    set({ open: [] });
    for (const dialog of all) dialog.settle(CANCELLED);
  },
}));
