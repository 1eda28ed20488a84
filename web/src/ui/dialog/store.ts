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

/** The options of a dialog. All texts are already translated. */
export interface DialogOptions {
  title: string;
  body?: ReactNode;
  /** A verb that names the action, such as "Delete 3 groups". */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the action is destructive, which makes the button red. */
  danger?: boolean;
  /** A number is a width in px. */
  width?: number | string;
  /** The text that the user must type to confirm. Only for actions that cannot be undone. */
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
  /** The open dialogs. The last one is on top. */
  open: OpenDialog[];
  push: (dialog: OpenDialog) => void;
  update: (id: number, change: Partial<OpenDialog>) => void;
  /** Closes a dialog and resolves its promise with the answer. */
  settle: (id: number, answer: DialogAnswer) => void;
  /** Closes all dialogs as cancelled. */
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
