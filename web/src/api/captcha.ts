import { solve } from '../lib/proofOfWork';
import { api, call } from './client';

/** The part of the captcha service's API that a form needs. */
interface Service {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Service;
  }
}

/** Solves the server's captcha: the built-in proof of work, or the configured service. */
export async function captchaResponse(): Promise<string | undefined> {
  const given = await call(api.GET('/captcha/challenge'));
  if (given.kind === 'recaptcha') return serviceToken(given.site_key ?? '', given.script_url ?? '');
  if (given.kind !== 'proof_of_work') return undefined;
  const { challenge = '', salt = '', difficulty = 0, expires_at, signature } = given;
  const number = await solve({ challenge, salt, difficulty });
  return btoa(JSON.stringify({ challenge, salt, difficulty, expires_at, signature, number }));
}

/** Requests a token from the service, whose script is loaded on first use. */
export async function serviceToken(siteKey: string, scriptUrl: string): Promise<string> {
  const service = window.grecaptcha ?? (await load(scriptUrl));
  await new Promise<void>((resolve) => service.ready(resolve));
  return service.execute(siteKey, { action: 'submit' });
}

function load(scriptUrl: string): Promise<Service> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.onload = () =>
      window.grecaptcha
        ? resolve(window.grecaptcha)
        : reject(new Error(`${scriptUrl} is no captcha service`));
    script.onerror = () => reject(new Error(`${scriptUrl} cannot be loaded`));
    document.head.append(script);
  });
}
