import { Anchor, Input, Skeleton, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FieldProps } from '../../ui/form/useForm';
import { Picture } from '../../ui/Picture';
import { type DesignSummary, designChoicesQuery } from './api';
import styles from './DesignPicker.module.css';

interface DesignPickerProps {
  kind: 'certificate' | 'badge';
  field: FieldProps<number | null>;
}

/** Selects a design by its preview. The choice can be empty. */
export function DesignPicker({ kind, field }: DesignPickerProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery(designChoicesQuery(kind));
  return (
    <fieldset className={styles.picker}>
      <legend>{field.label}</legend>
      {error && <Text c="dimmed">{t('groups.picker.failed')}</Text>}
      {!data && !error && <Skeleton height={132} />}
      {data?.length === 0 && (
        <Text c="dimmed">
          {t(`groups.picker.empty.${kind}`)}{' '}
          <Anchor component={Link} to={`/designs/new?kind=${kind}`}>
            {t('groups.picker.templates')}
          </Anchor>
        </Text>
      )}
      {data && data.length > 0 && (
        <div className={styles.choices}>
          <Choice
            name={field.name}
            checked={field.value === null}
            onChoose={() => field.onChange(null)}
            design={null}
          />
          {data.map((design) => (
            <Choice
              key={design.id}
              name={field.name}
              design={design}
              checked={field.value === design.id}
              onChoose={() => field.onChange(design.id)}
            />
          ))}
        </div>
      )}
      {field.error && <Input.Error mt={4}>{field.error}</Input.Error>}
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  design: DesignSummary | null;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ name, design, checked, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className={styles.choice} data-checked={checked || undefined}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className={styles.stage}>
        {design ? (
          <Picture src={design.rasterized_content_url} alt="" ratio={1.4} />
        ) : (
          <span className={styles.none} />
        )}
        {checked && <IconCheck size={16} stroke={2.5} aria-hidden className={styles.mark} />}
      </span>
      <span className={styles.name}>{design?.name ?? t('groups.picker.none')}</span>
    </label>
  );
}
