import { useCallback, useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from './snippets';

const KEY = 'laurel.docs.language';
const listeners = new Set<() => void>();

function chosen(): Language {
  const asked = new URLSearchParams(window.location.search).get('lang') ?? localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language.toLowerCase() === asked?.toLowerCase()) ?? 'curl';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of all examples: from the URL (`?lang=python`), or else the last one chosen. */
export function useLanguage(): [Language, (language: Language) => void] {
  const language = useSyncExternalStore(subscribe, chosen);
  const choose = useCallback((next: Language) => {
    localStorage.setItem(KEY, next);
    const address = new URL(window.location.href);
    address.searchParams.set('lang', next.toLowerCase());
    window.history.replaceState(window.history.state, '', address);
    for (const listener of listeners) listener();
  }, []);
  return [language, choose];
}
