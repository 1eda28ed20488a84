import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { TranscriptRow } from './content';
import styles from './evidence.module.css';
import { emptyRow } from './values';

/** The server's limit. */
const MOST_ROWS = 200;

interface TranscriptFieldsProps {
  rows: readonly TranscriptRow[];
  error?: string;
  onChange: (rows: TranscriptRow[]) => void;
}

/** The rows of a transcript: subject, grade and optional weight. */
export function TranscriptFields({ rows, error, onChange }: TranscriptFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const problem = useId();
  const change = (at: number, row: Partial<TranscriptRow>) =>
    onChange(rows.map((old, n) => (n === at ? { ...old, ...row } : old)));
  const fields = [
    { name: 'subject', longest: 255 },
    { name: 'grade', longest: 20 },
    { name: 'weight', longest: 8 },
  ] as const;
  return (
    <fieldset className={styles.rows} aria-describedby={error ? problem : undefined}>
      <legend className={styles.spoken}>{t('evidence.category.transcript')}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are nothing but their place while they are typed
        <div key={at} className={styles.row}>
          {fields.map(({ name, longest }) => (
            <TextInput
              key={name}
              label={at === 0 ? t(`evidence.transcript.${name}`) : undefined}
              aria-label={t('evidence.transcript.cell', {
                field: t(`evidence.transcript.${name}`),
                number: format.number(at + 1),
              })}
              maxLength={longest}
              dir="auto"
              value={row[name]}
              onChange={(event) => change(at, { [name]: event.currentTarget.value })}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={rows.length === 1}
            aria-label={t('evidence.transcript.remove', { number: format.number(at + 1) })}
            onClick={() => onChange(rows.filter((_, n) => n !== at))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <Text id={problem} c="var(--lr-red)" fz="sm">
          {error}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= MOST_ROWS}
          onClick={() => onChange([...rows, emptyRow()])}
        >
          {t('evidence.transcript.add')}
        </Button>
      </div>
    </fieldset>
  );
}
