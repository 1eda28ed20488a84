import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Returns the token of an emailed link and removes it from the URL, where it could be copied or stored. Going back in the
 * history restores it.
 */
export function useLinkToken(): string {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state, pathname } = useLocation() as { state: { token?: string } | null; pathname: string };
  const given = params.get('token') ?? params.get('jwt');
  const [token] = useState(given ?? state?.token ?? '');
  useEffect(() => {
    if (given) void navigate(pathname, { replace: true, state: { token } });
  }, [given, token, pathname, navigate]);
  return token;
}
