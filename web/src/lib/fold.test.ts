import { expect, test } from 'vitest';
import { fold, matches } from './fold';

test.each([
  ['García', 'garcia'],
  ['Yılmaz', 'yilmaz'],
  ['İSTANBUL', 'istanbul'],
  ['Nováková', 'novak'],
  ['Straße', 'STRASSE'],
  ['Søren Łukasz Þór Đorđe', 'thor soren lukasz dorde'],
  ['Ada', 'Ａｄａ'],
  ['أحمد إبراهيم', 'احمد ابراهيم'],
  ['فاطمة', 'فاطمه'],
  ['مُحَمَّد', 'محـمد'],
  ['مصطفى', 'مصطفي'],
])('%s is found by %s', (text, search) => expect(matches(text, search)).toBe(true));

test('an empty search finds everything', () => expect(matches('Ada', ' ')).toBe(true));

test('a word that is not in the text is not found', () =>
  expect(matches('Ada Lovelace', 'ada byron')).toBe(false));

test('letters of other scripts stay', () => expect(fold('Иванов 山田')).toBe('иванов 山田'));
