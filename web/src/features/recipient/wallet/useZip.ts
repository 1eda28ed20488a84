import { useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../../lib/saveBlob';

type Read = (onBytes: (count: number) => void, signal: AbortSignal) => Promise<Blob>;

/** Saves a ZIP that is made while it arrives. `bytes` is what has arrived, or null while nothing is downloaded. */
export function useZip(fileName: string) {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to whether the file was saved; to false when it was cancelled. */
  const start = async (read: Read): Promise<boolean> => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    try {
      saveBlob(await read(setBytes, stop.signal), fileName);
      return true;
    } catch (error) {
      if (stop.signal.aborted) return false;
      throw error;
    } finally {
      running.current = null;
      setBytes(null);
    }
  };
  return { bytes, start, cancel: () => running.current?.abort() };
}
