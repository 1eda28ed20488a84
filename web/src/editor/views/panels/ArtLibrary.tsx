import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matches } from '../../../lib/fold';
import { type Art, type ArtGroup, artOf, PLACED } from '../../core/art/art';
import styles from '../styles/panels.module.css';
import { artName } from '../words/artWords';
import gallery from './gallery.module.css';

type Named = Art & { name: string };

/** The built-in pictures by group, with a search by name. */
export function ArtLibrary({ onChoose }: { onChoose: (url: string) => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const named = (group: ArtGroup): Named[] => {
    const title = t(`editor.art.${group}`);
    return artOf(group)
      .map((art) => ({ ...art, name: artName(t, art) }))
      .filter(({ name }) => matches(`${name} ${title}`, wanted));
  };
  const groups = PLACED.map((group) => ({ group, found: named(group) })).filter(
    ({ found }) => found.length > 0,
  );
  return (
    <>
      <h3 className={styles.heading}>{t('editor.art.title')}</h3>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('editor.art.search')}
        placeholder={t('editor.art.search')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {groups.length === 0 && <p className={styles.help}>{t('editor.art.none')}</p>}
      {groups.map(({ group, found }) => (
        <section key={group}>
          <h4 className={styles.heading}>{t(`editor.art.${group}`)}</h4>
          <div className={styles.tiles}>
            {found.map(({ url, name, pale }) => (
              <button
                key={url}
                type="button"
                className={`${styles.tile} ${pale ? styles.dark : gallery.onPaper}`}
                aria-label={name}
                title={name}
                onClick={() => onChoose(url)}
              >
                <img src={url} alt="" loading="lazy" draggable={false} />
              </button>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
