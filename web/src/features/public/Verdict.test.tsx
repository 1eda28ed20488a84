import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Verdict } from './Verdict';

type Credential = Parameters<typeof Verdict>[0]['credential'];

function show(status: Credential['verdict']['status'], superseded_by: Credential['superseded_by'] = null) {
  const credential = {
    uuid: '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16',
    issuer: { name: 'Weavers' },
    recipient: { name: 'Ana Silva' },
    issued_on: '2026-03-10',
    expired_on: null,
    suspension: null,
    revocation: null,
    verdict: { status, checked_at: '2026-03-11T10:00:00Z' },
    superseded_by,
  } as Credential;
  showScreen(<Verdict credential={credential} />, { server: {} });
  return document.querySelector('details')?.dataset.tone;
}

afterEach(takeAway);

test('a valid credential has the tone of a valid one', () => {
  expect(show('valid')).toBe('good');
});

test('a credential in progress does not look valid', () => {
  expect(show('in_progress')).toBe('waiting');
  screen.getByText('in progress, not yet earned.');
});

test('a credential that was renewed does not look current', () => {
  expect(show('valid', { uuid: 'x', url: 'https://laurel.example/x' })).toBe('waiting');
});
