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
