import { afterEach, expect, test, vi } from 'vitest';
import { serviceToken } from './captcha';

afterEach(() => {
  Reflect.deleteProperty(window, 'grecaptcha');
  vi.restoreAllMocks();
});

const service = {
  ready: (then: () => void) => then(),
  execute: (siteKey: string) => Promise.resolve(`token for ${siteKey}`),
};

test('loads the service once and asks it for a token', async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const script = node as HTMLScriptElement;
    expect(script.src).toBe('https://captcha.example/api.js?render=site');
    window.grecaptcha = service;
    script.onload?.(new Event('load'));
  });
  expect(await serviceToken('site', 'https://captcha.example/api.js?render=site')).toBe('token for site');
  expect(await serviceToken('site', 'https://captcha.example/api.js?render=site')).toBe('token for site');
  expect(append).toHaveBeenCalledTimes(1);
});

test('says so when the service cannot be loaded', async () => {
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    (node as HTMLScriptElement).onerror?.(new Event('error'));
  });
  await expect(serviceToken('site', 'https://captcha.example/api.js')).rejects.toThrow('cannot be loaded');
});
