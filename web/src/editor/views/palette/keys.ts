import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionName, type Chord, findAction } from '../commands/shortcuts';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const MAC_SIGNS: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' };

/** Returns the names of keys on this keyboard. */
export function useKeyNames() {
  const { t } = useTranslation();
  return useMemo(() => {
    const mac = /Mac|iP/.test(navigator.platform);
    const names: Readonly<Record<string, string>> = {
      mod: t('editor.key.ctrl'),
      alt: t('editor.key.alt'),
      shift: t('editor.key.shift'),
      Enter: t('editor.key.enter'),
      Delete: t('editor.key.delete'),
      Backspace: t('editor.key.backspace'),
      Escape: t('editor.key.escape'),
      ...(mac ? MAC_SIGNS : {}),
    };
    const keysOf = (chord: Chord): string[] =>
      chord
        .split(/(?<=.)\+(?=.)/)
        .map((key) => names[key] ?? SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key));
    return {
      /** The keys to press together. */
      keysOf,
      /** The shortcut of an action in one line for tooltips, or an empty string if it has none. */
      hintOf: (name: ActionName) => {
        const [first] = findAction(name)?.chords ?? [];
        return first ? keysOf(first).join(' ') : '';
      },
    };
  }, [t]);
}
