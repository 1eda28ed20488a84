import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../lib/storage';
import english from './english';
import { DEFAULT_LANGUAGE, directionOf, knownLanguages, matchLanguage, offeredLanguages } from './languages';
import { loadWords } from './words';

const STORAGE_KEY = 'laurel.language';

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _, done) => {
    loadWords(language).then(
      (words) => done(null, words),
      (error: Error) => done(error, true), // asks i18next to try again
    );
  },
};

/** Initialises translation in the requested, the stored or the browser's language, and resolves when its texts are loaded. */
export async function startTranslation(wanted?: string): Promise<void> {
  const offered = offeredLanguages().map((language) => language.value);
  const stored = readStored(STORAGE_KEY);
  i18next.on('languageChanged', announce);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: wanted
        ? nearest(wanted)
        : matchLanguage([...(stored ? [stored] : []), ...navigator.languages], offered),
      fallbackLng: DEFAULT_LANGUAGE,
      lowerCaseLng: true,
      load: 'currentOnly',
      // English is part of the bundle, so a failed download never shows raw keys.
      resources: { en: { translation: english } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false },
    });
}

/** Changes the language of the interface and stores it in this browser. */
export async function chooseLanguage(language: string): Promise<void> {
  writeStored(STORAGE_KEY, language);
  await i18next.changeLanguage(language);
}

/** The language that somebody chose in this browser, or null. */
export const chosenLanguage = () => readStored(STORAGE_KEY);

/** Shows the interface in the best matching language without storing it. */
export async function showLanguage(wanted: string): Promise<void> {
  await i18next.changeLanguage(nearest(wanted));
}

/** A language that menus omit can be requested by its code. */
const nearest = (wanted: string) => matchLanguage([wanted], knownLanguages());

function announce(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
