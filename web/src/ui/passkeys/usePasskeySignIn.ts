import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { offersPasskeys, passkeysSupported } from '../../lib/passkeys';

interface PasskeySignIn {
  /** Has the browser ask for a passkey; undefined where there are none. */
  enter: (() => void) | undefined;
  busy: boolean;
  /** Why the last passkey did not sign in. */
  problem: string | undefined;
}

/**
 * Signs in with a passkey: by a button, or with one that the browser offers in the address field while the page is open. `signIn` asks
 * the server for options, has the browser use a passkey, and opens the session.
 */
export function usePasskeySignIn(
  enabled: boolean,
  signIn: (signal: AbortSignal, offer: boolean) => Promise<unknown>,
  { offered = true }: { offered?: boolean } = {},
): PasskeySignIn {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const asking = useRef(false);

  const run = async (offer: boolean) => {
    // A browser has one request at a time: the button ends the offer.
    running.current?.abort();
    asking.current = !offer;
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      await signIn(signal, offer);
    } catch (error) {
      if (signal.aborted) return;
      asking.current = false;
      // An offer that cannot be made is no problem of the person's: they did not ask for it.
      if (!offer || (error instanceof ApiError && [401, 410].includes(error.status)))
        setProblem(t(reason(error)));
      if (!offer || (error instanceof ApiError && error.status === 410)) setRound((n) => n + 1);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round makes one offer, with the functions of its own render
  useEffect(() => {
    if (!enabled) return;
    let left = false;
    if (offered)
      void offersPasskeys().then((possible) => {
        if (possible && !left && !asking.current) void run(true);
      });
    return () => {
      left = true;
      running.current?.abort();
    };
  }, [enabled, round]);

  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    await run(false);
    setBusy(false);
  };
  return { enter: enabled && passkeysSupported() ? () => void ask() : undefined, busy, problem };
}

function reason(error: unknown) {
  if (!(error instanceof ApiError)) return 'passkeys.signInStopped';
  if (error.code === 'second_factor.expired') return 'signIn.secondFactor.expired';
  if (error.status === 410) return 'passkeys.expired';
  return error.status === 401 ? 'passkeys.failed' : 'problem.highDemand';
}
