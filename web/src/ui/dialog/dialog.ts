import {
  CANCELLED,
  type CheckboxOptions,
  type DialogAnswer,
  type DialogOptions,
  type DialogVariant,
  type OpenDialog,
  useDialogs,
} from './store';

let lastId = 0;

function show(
  variant: DialogVariant,
  options: DialogOptions & Partial<OpenDialog>,
): { id: number; answer: Promise<DialogAnswer> } {
  lastId += 1;
  const id = lastId;
  const answer = new Promise<DialogAnswer>((settle) => {
    useDialogs.getState().push({ ...options, id, variant, settle });
  });
  return { id, answer };
}

const told = (variant: DialogVariant) => async (options: DialogOptions) => {
  await show(variant, options).answer;
};

const asked = (variant: DialogVariant) => async (options: DialogOptions) =>
  (await show(variant, options).answer).confirmed;

/** A handle for a dialog that stays open until its caller closes it. */
export interface OpenHandle {
  close: () => void;
}

export interface ProgressHandle extends OpenHandle {
  /** Updates the progress. The remaining time is estimated from the speed since the dialog opened. */
  report: (done: number, total?: number) => void;
}

/**
 * The shared dialogs. Each promise resolves when the user answers the dialog, or as cancelled when the user leaves the page.
 */
export const dialog = {
  alert: told('alert'),
  warning: told('warning'),
  success: told('success'),
  info: told('info'),
  confirm: asked('confirm'),
  /** Like `confirm`, but asks for consent to terms instead of an action. */
  agree: asked('agree'),
  confirmWithCheckbox: (options: CheckboxOptions): Promise<DialogAnswer> =>
    show('confirmWithCheckbox', { checked: false, ...options }).answer,
  loading: (options: DialogOptions): OpenHandle => {
    const { id } = show('loading', options);
    return { close: () => useDialogs.getState().settle(id, CANCELLED) };
  },
  progress: (options: DialogOptions & { total: number }): ProgressHandle => {
    const { total: firstTotal, ...rest } = options;
    const startedAt = Date.now();
    const { id } = show('progress', { ...rest, progress: { done: 0, total: firstTotal, startedAt } });
    return {
      report: (done, total = firstTotal) =>
        useDialogs.getState().update(id, { progress: { done, total, startedAt } }),
      close: () => useDialogs.getState().settle(id, CANCELLED),
    };
  },
  dismissAll: () => useDialogs.getState().dismissAll(),
};
