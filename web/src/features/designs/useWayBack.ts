import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Whether there is a page to go back to. A visit by address has none: it is given `to`, so that Back closes what was
 * opened instead of leaving the program.
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
