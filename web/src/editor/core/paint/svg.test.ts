import { expect, test } from 'vitest';
import { layBlocks, textBlock } from '../../testing/page';
import { newEllipseBlock } from '../blocks/ellipse/block';
import { newImageBlock } from '../blocks/image/block';
import { newQrBlock } from '../blocks/qr/block';
import { newDesign } from '../document/defaults';
import { paintSvg } from './svg';

test('a line becomes one text at its baseline, with its direction', () => {
  const svg = paintSvg(layBlocks([textBlock('شهادة', { role: 'heading' })]));
  const text = svg.querySelector('text');
  expect(text?.getAttribute('x')).toBe('1056');
  expect(text?.getAttribute('direction')).toBe('rtl');
  expect(text?.parentElement?.getAttribute('role')).toBe('heading');
  expect(text?.parentElement?.getAttribute('aria-level')).toBe('1');
});

test('text is never markup', () => {
  const svg = paintSvg(layBlocks([textBlock('<image href="x" onerror="alert(1)"/>')]));
  expect(svg.querySelector('image')).toBeNull();
  expect(svg.querySelector('text')?.textContent).toBe('<image href="x" onerror="alert(1)"/>');
});

test('only lines without characters on squares are kerned', () => {
  const svg = paintSvg(layBlocks([textBlock('AVシノ'), textBlock('AV')]));
  const kerned = [...svg.querySelectorAll('text')].map((text) => text.style.fontKerning);
  expect(kerned).toEqual(['none', 'auto']);
});

test('a text that shows an identifier has no ligatures, and others keep theirs', () => {
  const id = { 'credential.id': { kind: 'text', value: '5x2' } } as const;
  const svg = paintSvg(layBlocks([textBlock('[credential.id]'), textBlock('5x2')], { values: id }));
  const spacing = [...svg.querySelectorAll('text')].map((text) => text.style.letterSpacing);
  expect(spacing).toEqual(['0.001px', '']);
});

test('the view is the page, stretched to the paper without a hairline', () => {
  const svg = paintSvg(layBlocks([], { design: newDesign('badge') }));
  expect(svg.getAttribute('viewBox')).toBe('0 0 600 600');
  expect(svg.getAttribute('preserveAspectRatio')).toBe('none');
});

test('a covering picture is cut by a window, and named when it says something', () => {
  const block = { ...newImageBlock('https://example.org/a.png'), fit: 'cover', alt: 'A seal' } as const;
  const pictures = new Map([
    [block.image_url, { href: 'https://example.org/a.png', width: 10, height: 500 }],
  ]);
  const image = paintSvg(layBlocks([block], { pictures })).querySelector('image');
  expect(image?.parentElement?.tagName).toBe('svg');
  expect(image?.getAttribute('aria-label')).toBe('A seal');
});

test('decoration is hidden from assistive technology', () => {
  const svg = paintSvg(layBlocks([newEllipseBlock()]));
  expect(svg.querySelector('g')?.getAttribute('aria-hidden')).toBe('true');
  expect(svg.querySelector('ellipse')?.getAttribute('stroke')).toBe('#000000');
});

test('a code is one path, or a box with the name of what it stands in for', () => {
  const page = layBlocks([newQrBlock('hello', newDesign())]);
  expect(paintSvg(page).querySelector('path')?.getAttribute('d')).toMatch(/^M/);
  const svg = paintSvg(page, () => 'stands 0');
  const box = svg.querySelector('[role="img"]');
  expect(box?.getAttribute('aria-label')).toBe('stands 0');
  expect(Number(box?.getAttribute('width'))).toBeCloseTo((128 * 21) / 29, 2);
  expect(svg.querySelector('path')).toBeNull();
  expect(box?.parentElement?.hasAttribute('aria-hidden')).toBe(false);
});
