import { Anchor, Code, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/CopyButton';
import { Panel } from '../../ui/Panel';
import { type Credential, type RawForm, rawAddress, rawQuery } from './api';
import styles from './CredentialPage.module.css';
import { isDraft } from './publishSlot';

const FORMS = { ob3: 'Open Badges 3.0', ob2: 'Open Badges 2.0' } as const satisfies Record<RawForm, string>;

/** The credential in its machine-readable forms. */
export function CredentialRaw({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const [form, setForm] = useState<RawForm>('ob3');
  const { data, error } = useQuery({ ...rawQuery(credential, form), enabled: !isDraft(credential) });
  if (isDraft(credential)) {
    return (
      <Panel>
        <Text c="dimmed">{t('credentials.raw.draft')}</Text>
      </Panel>
    );
  }
  return (
    <Panel>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('credentials.raw.label')}
          value={form}
          data={(Object.keys(FORMS) as RawForm[]).map((value) => ({ value, label: FORMS[value] }))}
          onChange={(value) => setForm(value as RawForm)}
        />
        <Group gap="xs">
          <Anchor href={rawAddress(credential, form)} target="_blank" rel="noopener" inherit>
            {t('credentials.raw.open')}
          </Anchor>
          {data && <CopyButton value={data} label={t('credentials.raw.copy')} />}
        </Group>
      </Group>
      {error && <Text c="dimmed">{t('credentials.raw.failed')}</Text>}
      {!data && !error && <Skeleton height={240} />}
      {data && (
        <Code block dir="ltr" tabIndex={0} className={styles.raw}>
          {data}
        </Code>
      )}
    </Panel>
  );
}
