import { create } from 'zustand';

interface ProofState {
  /** Ends the dialog that asks for a proof; null while none is open. */
  settle: ((proved: boolean) => void) | null;
}

/** Whether the dialog is open in which people prove again who they are. */
export const useProof = create<ProofState>()(() => ({ settle: null }));

let asking: Promise<boolean> | undefined;

/** Asks the person to prove who they are: once for all calls that wait for it. Resolves to whether they did. */
export function askProof(): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    useProof.setState({
      settle: (proved) => {
        asking = undefined;
        useProof.setState({ settle: null });
        resolve(proved);
      },
    });
  });
  return asking;
}
