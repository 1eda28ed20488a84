import { Button, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './ApiDocs.module.css';
import { Code } from './Code';
import type { Call } from './contract';
import { Heading } from './Heading';
import { LanguageChoice } from './LanguageChoice';
import { useLanguage } from './language';
import { snippet } from './snippets';
import { type Answered, useConsole } from './useConsole';

/** Sends the call with the reader's API key, and shows it as code. */
export function Console({ call }: { call: Call }) {
  const { t } = useTranslation();
  const at = useConsole(call);
  const [language] = useLanguage();
  const asked = call.parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const missing = asked.some(({ in: place, name }) => place === 'path' && !at.values[name]);
  return (
    <>
      <section>
        <Heading id="request">{t('apiDocs.request')}</Heading>
        <LanguageChoice />
        <Code text={snippet(language, at.sent)} label={t('apiDocs.copy')} />
      </section>
      <details className={styles.try}>
        <summary>{t('apiDocs.try.title')}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void at.send();
          }}
        >
          <Stack gap="sm">
            {!call.open && (
              <PasswordInput
                label={t('apiDocs.try.key')}
                description={t('apiDocs.try.keyHelp')}
                value={at.key}
                onChange={(event) => at.setKey(event.currentTarget.value)}
                autoComplete="off"
                visibilityToggleButtonProps={{ 'aria-label': t('apiDocs.try.showKey') }}
              />
            )}
            {asked.map(({ name, in: place, required }) => (
              <TextInput
                key={`${place} ${name}`}
                label={<code>{name}</code>}
                required={place === 'path' || required}
                value={at.values[name] ?? ''}
                onChange={(event) => at.setValue(name, event.currentTarget.value)}
                dir="ltr"
              />
            ))}
            {call.request !== undefined && (
              <Textarea
                label={t('apiDocs.try.body')}
                value={at.body}
                onChange={(event) => at.setBody(event.currentTarget.value)}
                autosize
                minRows={4}
                maxRows={18}
                classNames={{ input: styles.mono }}
                dir="ltr"
                spellCheck={false}
              />
            )}
            <div className={styles.send}>
              <Button
                type="submit"
                loading={at.busy}
                disabled={missing}
                leftSection={<IconPlayerPlay size={15} aria-hidden />}
              >
                {t('apiDocs.try.send')}
              </Button>
              <span>{t('apiDocs.try.real')}</span>
            </div>
          </Stack>
        </form>
        <div aria-live="polite">{at.answer && <Outcome answer={at.answer} />}</div>
      </details>
    </>
  );
}

function Outcome({ answer }: { answer: Answered | 'unreachable' }) {
  const { t, i18n } = useTranslation();
  if (answer === 'unreachable') return <p>{t('apiDocs.try.unreachable')}</p>;
  const ms = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'millisecond' }).format(answer.ms);
  return (
    <>
      <p className={styles.outcome}>
        <strong>{answer.status}</strong>
        <span>{ms}</span>
        <code>{answer.requestId}</code>
      </p>
      <Code text={answer.text} label={t('apiDocs.copy')} />
    </>
  );
}
