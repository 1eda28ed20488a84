import { describe, expect, it } from 'vitest';
import { embedCode, linkedInProfileAddress } from './links';

const credential = {
  name: 'Botany & Field Work',
  issuer: { id: 1, name: 'Elm School', url: '', logo: '', page_banner: '', whitelabel_logo: '' },
  issued_on: '2026-05-01',
  expired_on: null as string | null,
  url: 'https://certs.example.org/k7m2q9xa',
  encoded_id: 'k7m2q9xa',
};

describe('the way to a LinkedIn profile', () => {
  it('carries name, issuer, link, id and month', () => {
    const params = new URL(linkedInProfileAddress(credential)).searchParams;
    expect(Object.fromEntries(params)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'Botany & Field Work',
      organizationName: 'Elm School',
      certUrl: 'https://certs.example.org/k7m2q9xa',
      certId: 'k7m2q9xa',
      issueYear: '2026',
      issueMonth: '5',
    });
  });

  it('says when it expires', () => {
    const params = new URL(linkedInProfileAddress({ ...credential, expired_on: '2028-12-31' })).searchParams;
    expect([params.get('expirationYear'), params.get('expirationMonth')]).toEqual(['2028', '12']);
  });
});

describe('the embed code', () => {
  it('points at the embed variant and keeps the key', () => {
    expect(embedCode({ ...credential, url: `${credential.url}?key=a` })).toContain(
      'src="https://certs.example.org/embed/k7m2q9xa?key=a"',
    );
  });

  it('lets no name break out of its attribute', () => {
    expect(embedCode({ ...credential, name: '"><script>' })).not.toContain('<script>');
  });
});
