import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

type State = { token?: string } | null;

/**
 * Returns the token of an emailed link and removes it from the URL, where it could be copied or stored. Going back in the
 * history restores it.
 */
export function useLinkToken(): string {
  const [params] = useSearchParams();
  return useHidden(params.get('token') ?? params.get('jwt'), '');
}

/** Returns the parameter with which a delivery email makes its reader the owner, and removes it from the URL in the same way. */
export function useOwnerToken(): string {
  const [params] = useSearchParams();
  const rest = new URLSearchParams(params);
  rest.delete('owner');
  return useHidden(params.get('owner'), rest.size > 0 ? `?${rest}` : '');
}

function useHidden(given: string | null, search: string): string {
  const navigate = useNavigate();
  const { state, pathname } = useLocation() as { state: State; pathname: string };
  const [token] = useState(given ?? state?.token ?? '');
  useEffect(() => {
    if (given) void navigate(pathname + search, { replace: true, state: { token } });
  }, [given, token, pathname, search, navigate]);
  return token;
}
