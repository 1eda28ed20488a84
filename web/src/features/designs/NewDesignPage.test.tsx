import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { Component as NewDesignPage } from './NewDesignPage';

const template = (slug: string, name: string, kind: 'certificate' | 'badge') => ({
  slug,
  name,
  style: 'classic',
  image_url: `/v1/frontend/template_image/${slug}`,
  document: { kind, size: kind === 'badge' ? 'badge' : 'a4', orientation: 'landscape', blocks: [] },
});
const server = {
  'POST /v1/certificate_designs/public_templates': {
    body: { templates: [template('cafe', 'Café', 'certificate'), template('hexagon', 'Hexagon', 'badge')] },
  },
};

const show = (at = '/designs/new') => showScreen(<NewDesignPage />, { at, route: '/designs/new', server });

beforeEach(() => localStorage.clear());
afterEach(takeAway);

test('a new design begins blank on US Letter, and nothing is created by choosing', async () => {
  const { user, asked } = show();
  expect((await screen.findByRole('radio', { name: /^US Letter/ })).getAttribute('aria-checked')).toBe(
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Start blank' }));
  expect(asked.filter(({ url }) => url.includes('/create'))).toEqual([]);
});

test('the paper that was chosen last is chosen again', async () => {
  const { user } = show('/designs/new?size=a4');
  await user.click(await screen.findByRole('button', { name: 'Start blank' }));
  takeAway();
  show();
  expect((await screen.findByRole('radio', { name: /^A4/ })).getAttribute('aria-checked')).toBe('true');
});

test('templates of the chosen kind are found without accents and open in the editor', async () => {
  show('/designs/new?query=cafe');
  const link = await screen.findByRole('link', { name: 'Café' });
  expect(link.getAttribute('href')).toBe('/designs/new/edit?template=cafe');
});

test('templates of the other kind are not found', async () => {
  show('/designs/new?query=hexagon');
  await screen.findByText('No matches');
  expect(screen.queryByRole('link', { name: 'Hexagon' })).toBeNull();
});
