import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Whether there is a page to go back to. A page opened by URL has none, so `to` is inserted before it in the history: Back then
 * leads there instead of leaving the application.
 */
export function useWayBack(to: string): boolean {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const byAddress = key === 'default';
  useEffect(() => {
    if (!byAddress) return;
    void (async () => {
      await navigate(to, { replace: true });
      await navigate(pathname + search);
    })();
  }, [byAddress, navigate, to, pathname, search]);
  return !byAddress;
}
