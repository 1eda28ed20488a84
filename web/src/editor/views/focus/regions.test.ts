import { beforeEach, expect, test } from 'vitest';
import { goToRegion } from './regions';

beforeEach(() => {
  document.body.innerHTML = `
    <main data-editor>
      <header><button disabled></button><button id="bar"></button></header>
      <aside><button></button><button role="tab" aria-selected="true" id="tab"></button></aside>
      <div><button></button><div tabindex="0" data-canvas id="page"></div></div>
      <aside><input id="field"></aside>
      <p aria-live="polite"></p>
    </main>`;
});

const focused = () => document.activeElement?.id;

test('the focus goes through the parts of the window and around, both ways', () => {
  const way = [1, 1, 1, 1, 1, -1, -1].map((step) => {
    goToRegion(step as 1 | -1);
    return focused();
  });
  expect(way).toEqual(['bar', 'tab', 'page', 'field', 'bar', 'field', 'page']);
});

test('from nowhere, back goes to the last part', () => {
  goToRegion(-1);
  expect(focused()).toBe('field');
});
