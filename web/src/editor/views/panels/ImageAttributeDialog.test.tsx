import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBox } from '../../core/primitives/sizes';
import { sheetOf } from '../../testing/sheet';
import { show } from '../../testing/show';
import { ImageAttributeDialog } from './ImageAttributeDialog';

afterEach(cleanup);

const PORTRAIT = { tagName: 'custom.portrait', name: 'Portrait', kind: 'image' } as const;

test('the room is what was typed when the dialog is left, and never more than the page', () => {
  const sheet = sheetOf();
  const chosen = vi.fn();
  show(sheet, <ImageAttributeDialog onChoose={chosen} onClose={vi.fn()} />, { attributes: [PORTRAIT] });
  const type = (name: string, ...steps: string[]) => {
    const field = screen.getByRole('textbox', { name });
    for (const value of steps) fireEvent.change(field, { target: { value } });
  };
  type('Width', '5', '50');
  type('Height', '99999');
  fireEvent.submit(screen.getByRole('textbox', { name: 'Width' }));
  const { width } = pageBox(sheet.design);
  expect(chosen).toHaveBeenCalledOnce();
  const [block] = chosen.mock.calls[0] ?? [];
  expect(block.custom_image_attribute).toBe('[custom.portrait]');
  expect(Number.parseFloat(block.image_width)).toBeCloseTo((50 / width) * 100, 3);
  expect(block.image_height).toBe('100%');
});
