import { Alert, Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { documentOfHtml } from '../../../lib/trustedTypes';
import { Panel } from '../../../ui/Panel';
import { styleNonce } from '../../../ui/theme/nonce';
import { previewQuery, type Shown } from './api';
import styles from './Templates.module.css';

const PARTS = ['html', 'text', 'source'] as const;
const WAIT_MS = 400;

interface PreviewProps {
  id: number;
  shown: Shown;
  credential: string;
  onCredential?: (id: string) => void;
}

/** The email as recipients would see it, and what keeps it from being saved. */
export function Preview({ id, shown, credential, onCredential }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [settled] = useDebouncedValue(shown, WAIT_MS);
  const { data, error } = useQuery({ ...previewQuery(id, settled), placeholderData: keepPreviousData });
  const [part, setPart] = useState<(typeof PARTS)[number]>('html');
  const [phone, setPhone] = useState(false);
  const [dark, setDark] = useState(false);
  const problems = Object.values(data?.problems ?? {}).flat();
  return (
    <Panel title={t('emailTemplates.preview.title')}>
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('emailTemplates.preview.part')}
          data={PARTS.map((value) => ({ value, label: t(`emailTemplates.preview.${value}`) }))}
          value={part}
          onChange={(value) => setPart(value as typeof part)}
        />
        {part === 'html' && (
          <>
            <SegmentedControl
              aria-label={t('emailTemplates.preview.screen')}
              data={(['desktop', 'phone'] as const).map((value) => ({
                value,
                label: t(`emailTemplates.preview.${value}`),
              }))}
              value={phone ? 'phone' : 'desktop'}
              onChange={(value) => setPhone(value === 'phone')}
            />
            <SegmentedControl
              aria-label={t('emailTemplates.preview.theme')}
              data={(['light', 'dark'] as const).map((value) => ({
                value,
                label: t(`emailTemplates.preview.${value}`),
              }))}
              value={dark ? 'dark' : 'light'}
              onChange={(value) => setDark(value === 'dark')}
            />
          </>
        )}
      </Group>
      {problems.length > 0 && (
        <Alert color="yellow" title={t('emailTemplates.problems')}>
          <ul className={styles.problems}>
            {[...new Set(problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      {error && <Alert color="red">{error.message}</Alert>}
      {data && (
        <Stack gap="xs">
          <Text fw={500}>
            <bdi>{data.subject}</bdi>
          </Text>
          {part === 'html' ? (
            <Frame html={dark ? data.dark_html : data.html} phone={phone} dark={dark} />
          ) : (
            <Code block tabIndex={0} className={styles.source} dir={part === 'text' ? 'auto' : 'ltr'}>
              {part === 'text' ? data.text : data.html}
            </Code>
          )}
          <Text size="sm" c="dimmed">
            {t('emailTemplates.preview.size', {
              size: format.fileSize(data.bytes),
              max: format.fileSize(data.max_bytes),
            })}
          </Text>
        </Stack>
      )}
      {onCredential && (
        <TextInput
          label={t('emailTemplates.preview.credential')}
          description={t('emailTemplates.preview.credentialHelp')}
          value={credential}
          inputMode="numeric"
          dir="ltr"
          maw={320}
          onChange={(event) => onCredential(event.currentTarget.value.replaceAll(/\D/g, ''))}
        />
      )}
    </Panel>
  );
}

/** A frame whose sandbox runs no scripts. Its links lead nowhere. */
function Frame({ html, phone, dark }: { html: string; phone: boolean; dark: boolean }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const target = frame.current?.contentDocument;
    if (!target) return;
    // The parser already asks for the nonce.
    const page = documentOfHtml(html.replaceAll('<style>', `<style nonce="${styleNonce()}">`));
    for (const link of page.querySelectorAll('a')) link.removeAttribute('href');
    target.replaceChild(target.adoptNode(page.documentElement), target.documentElement);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={t('emailTemplates.preview.frame')}
      sandbox="allow-same-origin"
      className={`${styles.frame} ${phone ? styles.phone : ''} ${dark ? styles.dark : ''}`}
    />
  );
}
