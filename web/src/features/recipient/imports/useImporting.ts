import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { type Added, addImport, importsKey } from './api';

/** One file or text on its way into the wallet. */
export interface Attempt {
  key: number;
  name: string;
  added?: Added;
  /** What to do about a refusal. */
  problem?: string;
  /** It was issued here to an address that is not one of the person's. */
  elsewhere?: boolean;
}

const MAX_BYTES = 8 * 1024 * 1024;

/** Imports files one after the other and keeps the result of each. */
export function useImporting() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const next = useRef(0);

  const one = async (source: File | string): Promise<Omit<Attempt, 'key' | 'name'>> => {
    if (typeof source !== 'string' && source.size > MAX_BYTES) return { problem: t('imported.tooLarge') };
    try {
      return { added: await addImport(source) };
    } catch (error) {
      const words = error instanceof ApiError ? Object.values(error.fields).flat() : [];
      return {
        problem: words[0] ?? t('imported.failed'),
        elsewhere: error instanceof ApiError && error.code === 'imported.issued_here',
      };
    }
  };
  /** Resolves to the results, after all sources were tried. */
  const add = async (sources: readonly (File | string)[]) => {
    const begun = sources.map((source) => {
      next.current += 1;
      return { key: next.current, name: typeof source === 'string' ? source.trim() : source.name };
    });
    setAttempts((before) => [...begun.toReversed(), ...before]);
    const results: Attempt[] = [];
    for (const [at, source] of sources.entries()) {
      const attempt = begun[at];
      if (!attempt) continue;
      const result = { ...attempt, ...(await one(source)) };
      results.push(result);
      setAttempts((before) => before.map((other) => (other.key === result.key ? result : other)));
    }
    await queries.invalidateQueries({ queryKey: importsKey });
    return results;
  };
  const busy = attempts.some(({ added, problem }) => !added && !problem);
  return { attempts, busy, add, clear: () => setAttempts([]) };
}
