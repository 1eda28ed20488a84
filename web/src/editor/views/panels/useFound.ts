import { useEffect, useState } from 'react';

/** The result of a call: undefined until the first response. `failed` is whether the last call failed. */
export function useFound<T>(ask: () => Promise<T>): { found: T | undefined; failed: boolean } {
  const [state, setState] = useState<{ found: T | undefined; failed: boolean }>({
    found: undefined,
    failed: false,
  });
  useEffect(() => {
    let current = true;
    ask().then(
      (found) => current && setState({ found, failed: false }),
      () => current && setState(({ found }) => ({ found, failed: true })),
    );
    return () => {
      current = false;
    };
  }, [ask]);
  return state;
}
