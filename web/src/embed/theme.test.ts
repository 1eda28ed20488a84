import { expect, it } from 'vitest';
import { contrastRatio } from '../editor';
import { themeOverrides, themeRules } from './theme';

const rule = (rules: string, scheme: string, token: string) =>
  new RegExp(`scheme="${scheme}"\\]\\{[^}]*--lr-${token}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? '';

it.each(['#ffee00', '#0b1f3a', '#7c4dff', '#888888', '#ffffff', '#000000'])(
  'words in %s can be read on either paper',
  (primary) => {
    const rules = themeRules({ primary });
    for (const [scheme, paper] of [
      ['light', '#ffffff'],
      ['dark', '#18201c'],
    ] as const) {
      expect(contrastRatio(rule(rules, scheme, 'link'), paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(rule(rules, scheme, 'accent'), paper)).toBeGreaterThanOrEqual(3);
    }
  },
);

it('a host that gives no look changes nothing', () => {
  expect(themeRules({})).toBe('');
  expect(themeOverrides({ font: 'inter' })).toEqual({});
});

it('the host’s colour is that of buttons, ten shades of it', () => {
  const shades = themeOverrides({ primary: '#7c4dff', radius: 3 });
  expect(shades.colors?.laurel).toHaveLength(10);
  expect(shades.colors?.laurel?.[7]).toBe('#7c4dff');
  expect(shades.radius).toMatchObject({ md: '3px' });
});
