import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../lib/fold';
import { useEditorContext } from '../../state/context/context';
import styles from '../styles/panels.module.css';

/** The attributes, whose values differ by recipient. Pressing one adds it to the page. */
export function AttributeList({ onChoose }: { onChoose: (tagName: string) => void }) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const [wanted, setWanted] = useState('');
  const found = ports.attributes
    .filter(({ kind }) => kind !== 'image')
    .filter(({ name, tagName }) => fold(`${name} ${tagName}`).includes(fold(wanted)));
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('editor.add.searchAttributes')}
        placeholder={t('editor.add.searchAttributes')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        mb="xs"
      />
      <div className={styles.row}>
        {found.map(({ tagName, name }) => (
          <Button
            key={tagName}
            size="compact-xs"
            variant="default"
            title={`[${tagName}]`}
            onClick={() => onChoose(tagName)}
          >
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
      {ports.manageAttributes && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={ports.manageAttributes}>
          {t('editor.add.manageAttributes')}
        </Button>
      )}
    </>
  );
}
