import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matches } from '../../../../lib/fold';
import { PATHS, SYMBOL_GROUPS, type SymbolName, symbolsOf } from '../../../core/blocks/symbol/library';
import styles from './symbol.module.css';

type Props = {
  label: string;
  /** The selected symbol. */
  chosen?: string | undefined;
  onChoose: (symbol: SymbolName) => void;
};

/** All symbols by topic, with a search by name. */
export function SymbolPicker({ label, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const groups = SYMBOL_GROUPS.map((group) => {
    const title = t(`editor.symbol.group.${group}`);
    const named = symbolsOf(group).map((symbol) => ({ symbol, name: t(`editor.symbol.name.${symbol}`) }));
    return { group, title, found: named.filter(({ name }) => matches(`${name} ${title}`, wanted)) };
  }).filter(({ found }) => found.length > 0);
  return (
    <section aria-label={label}>
      <TextInput
        size="xs"
        type="search"
        aria-label={label}
        placeholder={label}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {groups.length === 0 && <p className={styles.none}>{t('editor.symbol.none')}</p>}
      {groups.map(({ group, title, found }) => (
        <section key={group}>
          <h4 className={styles.title}>{title}</h4>
          <div className={styles.symbols}>
            {found.map(({ symbol, name }) => (
              <button
                key={symbol}
                type="button"
                className={styles.symbol}
                aria-label={name}
                aria-pressed={chosen === undefined ? undefined : symbol === chosen}
                title={name}
                onClick={() => onChoose(symbol)}
              >
                <svg viewBox="0 0 100 100" aria-hidden="true">
                  <path d={PATHS.get(symbol)} />
                </svg>
              </button>
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}
