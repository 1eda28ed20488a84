import { createStore } from 'zustand/vanilla';
import { type BlockKey, keyOf, type Sheet, sameSheet } from '../../core/document/sheet';
import type { GroupId } from '../../core/document/types';
import { type Added, deleteBlocks } from './blocks';
import { commonGroup, wholeGroups } from './groups';
import { type History, record, redo, type StepName, settle, startHistory, undo } from './history';

type Change = (sheet: Sheet) => Sheet;

export type EditorState = {
  sheet: Sheet;
  history: History;
  /** The sheet before the current gesture. */
  gesture: { name: StepName; before: Sheet } | null;
  saved: Sheet;
  /** The server's version of `saved`. */
  version: number;
  dirty: boolean;
  selection: readonly BlockKey[];
  /** The group whose blocks are selected individually. */
  entered: GroupId | null;
  /** The text block that is being edited on the page. */
  editing: BlockKey | null;

  /** Applies a change as one undo step. Repeated changes with the same `merge` are one step. */
  change: (name: StepName, change: Change, merge?: string) => void;
  /** Adds blocks as one undo step and selects them. */
  add: (name: StepName, change: (sheet: Sheet) => Added) => void;
  removeSelected: () => void;
  /** Ends the merging of repeated changes, such as when a field loses the focus. */
  settle: () => void;
  /** Starts a gesture: all updates until its end are one undo step. */
  begin: (name: StepName) => void;
  /** Updates the gesture. The change is always applied to the sheet before the gesture. */
  update: (change: Change) => void;
  commit: () => void;
  cancel: () => void;
  undo: () => void;
  redo: () => void;
  /** Selects blocks with their whole groups, except within the entered group. Selecting blocks elsewhere leaves that group. */
  select: (keys: readonly BlockKey[]) => void;
  /** Adds a block and its group to the selection, or removes them. */
  toggle: (key: BlockKey) => void;
  /** Selects a single block and enters its group. */
  pick: (key: BlockKey) => void;
  /** Leaves the entered group and selects it. If no group is entered, clears the selection. */
  leave: () => void;
  startEditing: (key: BlockKey) => void;
  stopEditing: () => void;
  /** Marks a sheet as saved. The history is kept. */
  markSaved: (saved: Sheet, version: number) => void;
  /** Replaces the sheet with another user's version or an old version. Undo restores the user's own work. */
  resolveConflict: (theirs: Sheet, version: number, name?: StepName) => void;
};

/** Whether the design differs from the server's version, or was never saved. */
export const isUnsaved = ({ dirty, version }: Pick<EditorState, 'dirty' | 'version'>) =>
  dirty || version === 0;

export type EditorStore = ReturnType<typeof createEditorStore>;

/** Creates the state of one open editor. */
export function createEditorStore(opened: Sheet, version: number) {
  return createStore<EditorState>()((set, get) => {
    const show = (history: History) =>
      set((state) => {
        const keys = new Set(history.present.design.blocks.map(keyOf));
        const selection = state.selection.filter((key) => keys.has(key));
        return {
          history,
          sheet: history.present,
          gesture: null,
          dirty: !sameSheet(history.present, state.saved),
          selection: selection.length === state.selection.length ? state.selection : selection,
          entered: history.present.design.blocks.some(({ group }) => group === state.entered)
            ? state.entered
            : null,
          editing: state.editing !== null && keys.has(state.editing) ? state.editing : null,
        };
      });
    const change = (name: StepName, apply: Change, merge?: string) => {
      get().commit();
      show(record(get().history, name, apply(get().sheet), merge));
    };

    return {
      sheet: opened,
      history: startHistory(opened),
      gesture: null,
      saved: opened,
      version,
      dirty: false,
      selection: [],
      entered: null,
      editing: null,

      change,
      add: (name, add) => {
        const { sheet, keys } = add(get().sheet);
        change(name, () => sheet);
        if (keys.length > 0) get().select(keys);
      },
      removeSelected: () => change('delete', (sheet) => deleteBlocks(sheet, get().selection)),
      settle: () => set(({ history }) => ({ history: settle(history) })),
      begin: (name) => {
        get().commit();
        set({ gesture: { name, before: get().sheet } });
      },
      update: (apply) => {
        const { gesture, saved } = get();
        if (!gesture) return;
        const sheet = apply(gesture.before);
        set({ sheet, dirty: !sameSheet(sheet, saved) });
      },
      commit: () => {
        const { gesture, sheet, history } = get();
        if (gesture) show(record(history, gesture.name, sheet));
      },
      cancel: () => get().gesture && show(get().history),
      undo: () => {
        get().commit();
        show(undo(get().history));
      },
      redo: () => {
        get().commit();
        show(redo(get().history));
      },
      select: (keys) => {
        const { sheet, entered: before, history } = get();
        const entered = keys.length > 0 && commonGroup(sheet, keys) === before ? before : null;
        set({ entered, selection: wholeGroups(sheet, keys, entered), history: settle(history) });
      },
      toggle: (key) => {
        const { selection, sheet, entered, select } = get();
        const unit = wholeGroups(sheet, [key], entered);
        if (!selection.includes(key)) select([...selection, ...unit]);
        else select(selection.filter((other) => !unit.includes(other)));
      },
      pick: (key) => {
        const { sheet, select } = get();
        set({ entered: commonGroup(sheet, [key]) ?? null });
        select([key]);
      },
      leave: () => {
        const { entered, selection, select } = get();
        set({ entered: null });
        select(entered === null ? [] : selection);
      },
      startEditing: (key) => {
        get().pick(key);
        set({ editing: key });
      },
      stopEditing: () => {
        get().commit();
        set({ editing: null });
      },
      markSaved: (saved, next) =>
        set(({ sheet, history }) => ({
          saved,
          version: next,
          dirty: !sameSheet(sheet, saved),
          history: settle(history),
        })),
      resolveConflict: (theirs, next, name = 'theirs') => {
        set({ saved: theirs, version: next });
        change(name, () => theirs);
      },
    };
  });
}
