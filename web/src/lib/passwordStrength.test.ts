import { expect, test } from 'vitest';
import { passwordStrength } from './passwordStrength';

test.each([
  ['short', 'xK9#qv'],
  ['weak', 'aaaaaaaaaa'],
  ['weak', 'password123'],
  ['weak', 'qwertyuiop'],
  ['veryStrong', 'the ferry leaves at seven'],
])('a password is %s: %s', (strength, password) => {
  expect(passwordStrength(password, [])).toBe(strength);
});

test('what is known of the person makes a password weaker', () => {
  const password = 'vrzhlakova2026';
  expect(passwordStrength(password, [])).toBe('veryStrong');
  expect(passwordStrength(password, ['vrzhlakova@academy.example'])).toBe('weak');
});
