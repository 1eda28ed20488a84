import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type * as Navigation from './navigation';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Loads the module as on a page of this URL. */
async function at(url: string) {
  window.history.replaceState(null, '', url);
  vi.resetModules();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  return { ...(await import('./navigation')), reload };
}

function Page({ navigation }: { navigation: typeof Navigation }) {
  const { Link, useLocation, useSearchParams } = navigation;
  const [params, setParams] = useSearchParams();
  const { pathname, state } = useLocation();
  return (
    <>
      <output>{JSON.stringify([pathname, params.get('url'), state])}</output>
      <button type="button" onClick={() => setParams({ url: 'x y' }, { replace: true })} />
      <Link to="/verify" state={{ verify: 'secret' }} />
    </>
  );
}

test('a page follows its own parameters and state without loading again', async () => {
  const { reload, ...navigation } = await at('/verify?url=a');
  render(<Page navigation={navigation} />);
  const shown = () => JSON.parse(screen.getByRole('status').textContent ?? '');
  expect(shown()).toEqual(['/verify', 'a', null]);
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toEqual(['/verify', 'x y', null]);
  fireEvent.click(screen.getByRole('link'));
  expect(shown()).toEqual(['/verify', null, { verify: 'secret' }]);
  expect(reload).not.toHaveBeenCalled();
});

test('another path loads its page, also when going back to it', async () => {
  const { useNavigate, reload } = await at('/verify');
  useNavigate()('/7f3a9', { state: { token: 't' } });
  expect(reload).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe('/7f3a9');
  expect(window.history.state).toEqual({ usr: { token: 't' } });
  reload.mockClear();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(reload).toHaveBeenCalled();
});

test('reads the parameters of a path', async () => {
  const { enter, useParams } = await at('/group/a%2Fb');
  expect(enter('verify')).toBe(false);
  expect(enter('embed/:ref')).toBe(false);
  expect(enter('group/:id')).toBe(true);
  expect(useParams()).toEqual({ id: 'a/b' });
});
