import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from './Picture';
import styles from './Picture.module.css';

it('a picture much like it shows until it is there, and in its place where it does not come', () => {
  const { rerender, container, unmount } = render(
    <Picture src="/own.png" placeholder="/design.png" alt="Own" />,
  );
  const shown = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const [below, own] = container.querySelectorAll('img');
  expect(shown()).toEqual(['/design.png', '/own.png']);
  expect(screen.getAllByRole('img')).toEqual([own]);
  if (below && own) fireEvent.load(below);
  expect(container.firstElementChild?.classList.contains(styles.loading ?? '')).toBe(false);
  if (own) fireEvent.load(own);
  expect(shown()).toEqual(['/own.png']);
  rerender(<Picture src="/busy.png" placeholder="/design.png" alt="Busy" />);
  fireEvent.error(screen.getByRole('img', { name: 'Busy' }));
  expect(shown()).toEqual(['/design.png']);
  expect(screen.getByRole('img', { name: 'Busy' }).getAttribute('src')).toBe('/design.png');
  unmount();
});

it('a picture that comes in several widths is asked for in the one that its frame needs', () => {
  const { container, unmount } = render(
    <>
      <Picture src="/v1/frontend/design_image/1" alt="" width={40} />
      <Picture src="/v1/frontend/design_image/2" alt="" />
      <Picture src="/logo.png" alt="" />
    </>,
  );
  const [small, large, logo] = container.querySelectorAll('img');
  expect([small?.sizes, large?.sizes]).toEqual(['40px', '480px']);
  expect(small?.srcset).toContain('width=240 240w');
  expect(logo?.srcset).toBe('');
  unmount();
});

it('a picture that is on its way is seen to come, and one that does not come leaves a mark', () => {
  const { rerender, container } = render(<Picture src="/one.png" alt="One" />);
  const coming = () => container.firstElementChild?.classList.contains(styles.loading ?? '');
  expect(coming()).toBe(true);
  fireEvent.load(screen.getByRole('img'));
  expect(coming()).toBe(false);
  rerender(<Picture src="/two.png" alt="Two" />);
  expect(coming()).toBe(true);
  fireEvent.error(screen.getByRole('img', { name: 'Two' }));
  expect(coming()).toBe(false);
  expect(screen.queryByRole('img')).toBeNull();
});
