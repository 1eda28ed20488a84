import i18next from 'i18next';
import words from '../../../../../locales/en/wallet-apps.json?raw';

/** Adds the English words of the dialog, which visitors' pages leave out until it opens. */
i18next.addResourceBundle('en', 'translation', JSON.parse(words), true, true);
