import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Takes the secret of a mailed link out of the address, where it would be copied and kept; going back still finds it. */
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
