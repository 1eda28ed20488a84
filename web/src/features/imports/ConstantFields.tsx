import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AttributeKey } from './api';
import styles from './imports.module.css';
import { type Draft, takenTargets } from './mapping';
import { TargetSelect } from './TargetSelect';
import { useTargetName } from './words';

interface ConstantFieldsProps {
  draft: Draft;
  attributes: readonly AttributeKey[];
  onChange: (draft: Draft) => void;
}

/** Values that are the same in every row and come from no column. */
export function ConstantFields({ draft, attributes, onChange }: ConstantFieldsProps) {
  const { t } = useTranslation();
  const nameOf = useTargetName(attributes);
  const taken = takenTargets(draft);
  const { constants } = draft;
  const put = (place: number, change: Partial<Draft['constants'][number]>) =>
    onChange({
      ...draft,
      constants: constants.map((one, at) => (at === place ? { ...one, ...change } : one)),
    });
  return (
    <>
      {constants.map(({ target, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and are only added and taken away
        <div key={place} className={styles.constant}>
          <TargetSelect
            label={t('imports.constant.target', { number: place + 1 })}
            value={target}
            taken={taken}
            attributes={attributes}
            onChange={(to) => put(place, { target: to })}
          />
          <TextInput
            dir="auto"
            aria-label={t('imports.constant.value', { name: target === '' ? place + 1 : nameOf(target) })}
            placeholder={t('imports.constant.placeholder')}
            value={value}
            onChange={(event) => put(place, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('imports.constant.remove', { number: place + 1 })}
            onClick={() => onChange({ ...draft, constants: constants.filter((_, at) => at !== place) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange({ ...draft, constants: [...constants, { target: '', value: '' }] })}
        >
          {t('imports.constant.add')}
        </Button>
      </Group>
    </>
  );
}
