import { Button, Group, Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../i18n/format';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import type { Alignment } from './api';
import styles from './RewordDialog.module.css';

/** Scope of changed texts: new credentials only, or issued ones too. Null cancels the change. */
export type Reach = 'new' | 'issued' | null;

interface TextChange {
  name: string;
  label: string;
  before: string | string[] | Alignment[];
  after: string | string[] | Alignment[];
}

export interface RewordDialogProps {
  changes: TextChange[];
  /** Number of issued credentials that could show the new texts. */
  issued: number;
  onAnswer: (reach: Reach) => void;
}

/** Shows which texts change, and asks whether to apply them to issued credentials. */
export function RewordDialog({ changes, issued, onAnswer }: RewordDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [reach, setReach] = useState<'new' | 'issued'>('new');
  return (
    <Modal opened onClose={() => onAnswer(null)} title={t('groups.reword.title')} size="lg">
      <Stack gap="md">
        <ScrollArea.Autosize mah={280} tabIndex={0} role="region" aria-label={t('groups.reword.changes')}>
          <dl className={styles.changes}>
            {changes.map((change) => (
              <div key={change.name}>
                <dt>{change.label}</dt>
                <dd>
                  <Line label={t('groups.reword.before')} value={change.before} gone />
                  <Line label={t('groups.reword.after')} value={change.after} />
                </dd>
              </div>
            ))}
          </dl>
        </ScrollArea.Autosize>
        <Radio.Group
          label={t('groups.reword.question')}
          value={reach}
          onChange={(value) => setReach(value as typeof reach)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="new" label={t('groups.reword.new')} description={t('groups.reword.newHelp')} />
            <Radio
              value="issued"
              label={t('groups.reword.issued', { count: issued, number: format.number(issued) })}
              description={t('groups.reword.issuedHelp')}
            />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(null)}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(reach)}>
            {t('ui.form.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Line({ label, value, gone }: { label: string; value: TextChange['before']; gone?: boolean }) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const text = words(value, list);
  return (
    <Text className={styles.line} data-gone={gone || undefined}>
      <span className={styles.side}>{label}</span>
      {text === '' ? (
        <Text span c="dimmed">
          {t('groups.reword.nothing')}
        </Text>
      ) : (
        <bdi>{text}</bdi>
      )}
    </Text>
  );
}

function words(value: TextChange['before'], list: Format['list']): string {
  if (typeof value === 'string') return value;
  return list(value.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.url})`)));
}
