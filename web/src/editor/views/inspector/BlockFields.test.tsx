import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { newEllipseBlock } from '../../core/blocks/ellipse/block';
import { newImageBlock } from '../../core/blocks/image/block';
import { newLineBlock } from '../../core/blocks/line/block';
import { newRectangleBlock } from '../../core/blocks/rectangle/block';
import { newTextBlock } from '../../core/blocks/text/block';
import { chosenBlocks } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { useEditor } from '../../state/context/context';
import { sheetOf } from '../../testing/sheet';
import { show } from '../../testing/show';
import type { Blocks } from '../fields/blockField';
import BlockFields from './BlockFields';

afterEach(cleanup);

/** The fields of all blocks of the sheet. */
function AllFields() {
  const blocks = useEditor(({ sheet }) => sheet.design.blocks);
  return <BlockFields blocks={blocks as unknown as Blocks<Block>} selection="all" />;
}

const open = (...blocks: Block[]) => show(sheetOf(...blocks), <AllFields />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const colors = (context: ReturnType<typeof open>) =>
  context.store.getState().sheet.design.blocks.map((block) => ('color' in block ? block.color : undefined));

test('a field that differs says so, and its change is one step for all blocks', () => {
  const context = open({ ...newTextBlock('Hi'), color: '#aa0000' }, newLineBlock());
  expect(field('Color').value).toBe('');
  expect(field('Color').placeholder).toBe('Mixed');
  fireEvent.change(field('Color'), { target: { value: '#00aa00' } });
  expect(colors(context)).toEqual(['#00aa00', '#00aa00']);
  expect(context.store.getState().history.past).toHaveLength(1);
  context.store.getState().undo();
  expect(colors(context)).toEqual(['#aa0000', '#000000']);
});

test('only what all blocks have is offered, and words only of one', () => {
  open(newTextBlock('Hi'), newLineBlock());
  expect(screen.queryByLabelText('Size')).toBeNull();
  expect(screen.queryByLabelText('Text')).toBeNull();
  cleanup();
  open(newRectangleBlock(), newEllipseBlock());
  expect(field('Outline width').value).toBe('2 px');
  expect(screen.queryByLabelText('Corner radius')).toBeNull();
});

test('blocks without anything in common still have a place', () => {
  open(newImageBlock('/art/seal-green.svg'), { ...newTextBlock('Hi'), top: '40%' });
  expect(screen.getByText(/no properties in common/)).toBeDefined();
  expect(field('Top').value).toBe('40');
  expect(field('Left').placeholder).toBe('Mixed');
});

test('a switch that is on for some is neither on nor off, and goes on for all', () => {
  const context = open({ ...newTextBlock('A'), scale_to_fit: true }, newTextBlock('B'));
  const toggle = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Shrink to fit' });
  expect(toggle.indeterminate).toBe(true);
  expect(screen.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(toggle);
  const fits = chosenBlocks(context.store.getState().sheet, [0, 1]).map(
    (block) => 'scale_to_fit' in block && block.scale_to_fit,
  );
  expect(fits).toEqual([true, true]);
});

test('what is locked says so in words, and only the others change', () => {
  const context = open({ ...newTextBlock('A'), lock_style: true }, newTextBlock('B'));
  expect(screen.getByText('The style of 1 block is locked. Unlock it to make changes.')).toBeDefined();
  fireEvent.change(field('Color'), { target: { value: '#00aa00' } });
  expect(colors(context)).toEqual(['#000000', '#00aa00']);
});

test('where all is locked nothing can be changed', () => {
  open({ ...newTextBlock('A'), lock_style: true, lock_content: true, lock_position: true });
  for (const name of ['Text', 'Color', 'Size', 'Width', 'Height'])
    expect(field(name).disabled, name).toBe(true);
});
