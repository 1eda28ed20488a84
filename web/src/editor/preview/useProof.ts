import { useCallback, useEffect, useState } from 'react';
import type { PreviewPort, ProofForm, ProofOrder } from './port';

export type ProofPicture =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'shown'; address: string };

/** The server's picture of a design, and its files on demand. The order has to be a stable object. */
export function useProof(port: PreviewPort, order: Omit<ProofOrder, 'form'>) {
  const [picture, setPicture] = useState<ProofPicture>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const control = new AbortController();
    let address: string | undefined;
    setPicture({ state: 'loading' });
    port.proof({ ...order, form: 'picture' }, control.signal).then(
      (blob) => {
        if (control.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setPicture({ state: 'shown', address });
      },
      (error: unknown) =>
        !control.signal.aborted && setPicture({ state: 'failed', message: messageOf(error) }),
    );
    return () => {
      control.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [port, order, attempt]);

  return {
    picture,
    retry: () => setAttempt((count) => count + 1),
    file: useCallback(
      (form: ProofForm) => port.proof({ ...order, form }, new AbortController().signal),
      [port, order],
    ),
  };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
