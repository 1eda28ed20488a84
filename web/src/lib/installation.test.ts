import { afterEach, expect, test } from 'vitest';
import { internalHosts, supportEmail } from './installation';

const name = (meta: string, content: string) => {
  const element = document.createElement('meta');
  element.name = meta;
  element.content = content;
  document.head.append(element);
};

afterEach(() => document.head.replaceChildren());

test('the hosts that the operator names count as our own, besides that of the page', () => {
  expect(internalHosts()).toEqual([window.location.host]);
  name('internal-hosts', 'www.example.org shop.example.org:8443');
  expect(internalHosts()).toEqual([window.location.host, 'www.example.org', 'shop.example.org:8443']);
});

test('support is named by the server or by nobody', () => {
  expect(supportEmail()).toBeUndefined();
  name('support-email', 'help@laurel.example');
  expect(supportEmail()).toBe('help@laurel.example');
});
