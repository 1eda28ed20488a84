import type { ResourceKey } from 'i18next';

/** Loads all texts of a language. Visitors' pages load a part of them, with a module that vite-visitors.ts writes in the place of this one. */
export async function loadWords(language: string): Promise<ResourceKey> {
  const answer = await fetch(`/locales/${language}.json`);
  if (!answer.ok) throw new Error(`the texts of ${language} answer ${answer.status}`);
  return answer.json();
}
