import { useCallback, useEffect, useState } from 'react';
import type { PreviewPort, ProofForm, ProofOrder } from '../../state/ports/preview';

export type ProofState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'shown'; address: string };

/** Requests a proof of a design once `form` is set. The order must be a stable object. */
export function useProof(port: PreviewPort, order: Omit<ProofOrder, 'form'>, form: ProofForm | null) {
  const [proof, setProof] = useState<ProofState>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    if (!form) return;
    const control = new AbortController();
    let address: string | undefined;
    setProof({ state: 'loading' });
    port.proof({ ...order, form }, control.signal).then(
      (blob) => {
        if (control.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setProof({ state: 'shown', address });
      },
      (error: unknown) => !control.signal.aborted && setProof({ state: 'failed', message: messageOf(error) }),
    );
    return () => {
      control.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [port, order, form, attempt]);

  return { proof, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
