import { describe, expect, test } from 'vitest';
import english from '../../../i18n/english';
import { ACTIONS, actionFor, chordOf, isCharacter, type Pressed } from './shortcuts';

const pressed = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  ...held,
});

describe('keys', () => {
  test.each([
    [pressed('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
    [pressed('z', { metaKey: true }), 'undo'],
    [pressed('y', { ctrlKey: true }), 'redo'],
    [pressed('å', { altKey: true, code: 'KeyA' }), 'alignLeft'],
    [pressed('?', { shiftKey: true }), 'help'],
    [pressed('+', { shiftKey: true }), 'zoomIn'],
    [pressed('R', { shiftKey: true }), 'rulers'],
    [pressed('k', { ctrlKey: true }), 'palette'],
  ])('%o is %s', (event, name) => {
    expect(actionFor(event)?.name).toBe(name);
  });

  test('copying by key is left to the browser, which has the clipboard', () => {
    expect(actionFor(pressed('c', { ctrlKey: true }))).toBeUndefined();
  });

  test('a plain letter means nothing', () => {
    expect(actionFor(pressed('r'))).toBeUndefined();
    expect(isCharacter(pressed('r'))).toBe(true);
    expect(isCharacter(pressed('r', { ctrlKey: true }))).toBe(false);
  });
});

test('no two actions have the same keys, and every action has words', () => {
  const chords = ACTIONS.flatMap((action) => action.chords ?? []);
  expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([]);
  expect(ACTIONS.map(({ name }) => name).filter((name) => !(name in english.editor.shortcut))).toEqual([]);
  expect(chordOf(pressed('ArrowUp', { shiftKey: true }))).toBe('shift+ArrowUp');
});
