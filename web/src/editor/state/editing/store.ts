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
  /** The sheet before the gesture that is going on. */
  gesture: { name: StepName; before: Sheet } | null;
  saved: Sheet;
  /** The version on the server that `saved` is. */
  version: number;
  dirty: boolean;
  selection: readonly BlockKey[];
  /** The group whose blocks are chosen one by one. */
  entered: GroupId | null;
  /** The text block whose words are being edited on the page. */
  editing: BlockKey | null;

  /** Does one thing, as one undo step; repeated changes with the same `merge` are one step. */
  change: (name: StepName, change: Change, merge?: string) => void;
  /** Adds blocks as one step and selects them. */
  add: (name: StepName, change: (sheet: Sheet) => Added) => void;
  removeSelected: () => void;
  /** Ends the merging of repeated changes, when a field is left. */
  settle: () => void;
  /** Starts a gesture: all updates until its end are one undo step. */
  begin: (name: StepName) => void;
  /** Shows the gesture's state so far, always computed from the sheet before it. */
  update: (change: Change) => void;
  commit: () => void;
  cancel: () => void;
  undo: () => void;
  redo: () => void;
  /** Selects blocks with their whole groups, except in the group that one has gone into; elsewhere one leaves it. */
  select: (keys: readonly BlockKey[]) => void;
  /** Adds a block with its group to the selection, or takes them out. */
  toggle: (key: BlockKey) => void;
  /** Selects one block alone, going into its group. */
  pick: (key: BlockKey) => void;
  /** Goes out of a group, which is selected then; outside of one, selects nothing. */
  leave: () => void;
  startEditing: (key: BlockKey) => void;
  stopEditing: () => void;
  /** Remembers what was saved; history stays. */
  markSaved: (saved: Sheet, version: number) => void;
  /** Takes over what another person saved, or an old version. Undo brings one's own work back. */
  resolveConflict: (theirs: Sheet, version: number, name?: StepName) => void;
};

/** Whether the design differs from what the server has, or was never saved. */
export const isUnsaved = ({ dirty, version }: Pick<EditorState, 'dirty' | 'version'>) =>
  dirty || version === 0;

export type EditorStore = ReturnType<typeof createEditorStore>;

/** The state of one open editor. */
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
