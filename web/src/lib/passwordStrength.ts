import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** The server's rules for new passwords; see internal/accounts/identity/passwords.go. */
const MIN_LENGTH = 10;
const MIN_DIFFERENT = 5;
const MEASURED = 64;
const MIN_SCORE = 3;

export type Strength = 'short' | 'weak' | 'fair' | 'strong' | 'veryStrong';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/**
 * Returns the strength of a password against an attacker who knows these words about the user. The server decides whether the
 * password is accepted.
 */
export function passwordStrength(password: string, known: readonly string[]): Strength {
  const letters = [...password];
  if (letters.length < MIN_LENGTH) return 'short';
  if (new Set(letters).size < MIN_DIFFERENT) return 'weak';
  const words = [...known.flatMap((text) => text.split(/[@.+\-_ ]/)), 'laurel'].filter((word) => word !== '');
  const { score } = estimator.check(letters.slice(0, MEASURED).join(''), words);
  if (score > MIN_SCORE) return 'veryStrong';
  if (score === MIN_SCORE) return 'strong';
  return score === MIN_SCORE - 1 ? 'fair' : 'weak';
}
