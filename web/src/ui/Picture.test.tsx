import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture } from './Picture';
import styles from './Picture.module.css';

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
