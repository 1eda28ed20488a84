import { describe, expect, it } from 'vitest';
import {
  embedCode,
  linkedInFields,
  linkedInProfileAddress,
  signatureCode,
  whatsAppAddress,
  xAddress,
} from './links';

const credential = {
  name: 'Botany & Field Work',
  issuer: {
    id: 1,
    name: 'Elm School',
    url: '',
    logo: '',
    page_banner: '',
    whitelabel_logo: '',
    linkedin_company_id: '',
  },
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

  it('names the company page of the issuer instead, if it is a number', () => {
    const of = (id: string) => {
      const issuer = { ...credential.issuer, linkedin_company_id: id };
      return new URL(linkedInProfileAddress({ ...credential, issuer })).searchParams;
    };
    expect([of('1337').get('organizationId'), of('1337').get('organizationName')]).toEqual(['1337', null]);
    expect([of('elm').get('organizationId'), of('elm').get('organizationName')]).toEqual([
      null,
      'Elm School',
    ]);
  });

  it('says when it expires', () => {
    const params = new URL(linkedInProfileAddress({ ...credential, expired_on: '2028-12-31' })).searchParams;
    expect([params.get('expirationYear'), params.get('expirationMonth')]).toEqual(['2028', '12']);
  });
});

describe('the values for LinkedIn', () => {
  it('are those of the prefilled form', () => {
    expect(linkedInFields(credential)).toEqual({
      name: 'Botany & Field Work',
      organization: 'Elm School',
      issued: '2026-05',
      expires: '',
      id: 'k7m2q9xa',
      url: 'https://certs.example.org/k7m2q9xa',
    });
  });
});

describe('the ways to networks', () => {
  it('carry the link whole', () => {
    const url = `${credential.url}?key=a&b`;
    expect(new URL(xAddress('Hi', url)).searchParams.get('url')).toBe(url);
    expect(new URL(whatsAppAddress('Hi', url)).searchParams.get('text')).toBe(`Hi ${url}`);
  });
});

describe('the email signature', () => {
  it('lets no name break out of its markup', () => {
    expect(signatureCode({ ...credential, name: '"><script>' })).not.toContain('<script>');
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
