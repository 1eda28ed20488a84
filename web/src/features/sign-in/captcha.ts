import { api, call } from '../../api/client';
import { solve } from '../../lib/proofOfWork';

/** Solves the server's challenge; undefined where it asks for none. */
export async function captchaResponse(): Promise<string | undefined> {
  const given = await call(api.GET('/captcha/challenge'));
  if (given.kind !== 'proof_of_work') return undefined;
  const { challenge = '', salt = '', difficulty = 0, expires_at, signature } = given;
  const number = await solve({ challenge, salt, difficulty });
  return btoa(JSON.stringify({ challenge, salt, difficulty, expires_at, signature, number }));
}
