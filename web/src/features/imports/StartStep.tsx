import { Button, Checkbox, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError, NO_ANSWER } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { useDepartment, usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { FormProblems } from '../../ui/form/FormProblems';
import { Panel } from '../../ui/Panel';
import { followOperation } from '../../ui/progress/followed';
import { keepImport, type Start, startImport } from './api';
import styles from './imports.module.css';
import { Notice } from './Notice';
import type { Import } from './types';

const HOLDS = [0, 5, 15, 30, 60] as const;
const USUAL_HOLD = 15;
const MINUTE_MS = 60_000;

/** The options of a run: drafts or immediate publication, emails, and the required consent. */
export function StartStep({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const department = useDepartment();
  const mayPublish = usePermission('publish_credentials');
  const [publish, setPublish] = useState(false);
  const [sendEmail, setSendEmail] = useState(true);
  const [hold, setHold] = useState<number>(USUAL_HOLD);
  const [validOnly, setValidOnly] = useState(false);
  const [consent, setConsent] = useState(false);
  const start = useStart(spreadsheet);

  const { good_rows, warning_rows, error_rows: bad, new_recipients: credits } = spreadsheet;
  const ready = good_rows + warning_rows;
  const words = { count: ready, number: format.number(ready) };
  const leavesOut = bad === 0 || validOnly;
  const submit = () =>
    void start.run(leavesOut && consent, {
      valid_only: validOnly,
      publish,
      send_email: publish && sendEmail,
      hold_minutes: publish && sendEmail ? hold : 0,
    });
  return (
    <div className={styles.narrow}>
      <FormProblems problems={start.problems} />
      <Panel
        title={t('imports.start.title', words)}
        description={t('imports.check.credits', { count: credits, number: format.number(credits) })}
      >
        {bad > 0 && (
          <Checkbox
            label={t('imports.start.validOnly', words)}
            description={t('imports.start.validOnlyHelp', { count: bad, number: format.number(bad) })}
            checked={validOnly}
            error={start.asked && !validOnly && t('imports.start.needValidOnly')}
            onChange={(event) => setValidOnly(event.currentTarget.checked)}
          />
        )}
        <Radio.Group
          label={t('imports.start.then')}
          value={publish ? 'publish' : 'draft'}
          onChange={(value) => setPublish(value === 'publish')}
        >
          <Stack gap="sm" mt="sm">
            <Radio
              value="draft"
              label={t('imports.start.drafts')}
              description={t('imports.start.draftsHelp')}
            />
            <Radio
              value="publish"
              disabled={!mayPublish}
              label={t('imports.start.publish')}
              description={t(mayPublish ? 'imports.start.publishHelp' : 'imports.start.mayNotPublish')}
            />
          </Stack>
        </Radio.Group>
        {publish && (
          <Checkbox
            label={t('imports.start.sendEmail')}
            checked={sendEmail}
            onChange={(event) => setSendEmail(event.currentTarget.checked)}
          />
        )}
        {publish && sendEmail && (
          <Select
            label={t('imports.start.hold')}
            description={t('imports.start.holdHelp')}
            maw={320}
            value={String(hold)}
            data={HOLDS.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? t('imports.start.noHold') : format.duration(minutes * MINUTE_MS),
            }))}
            onChange={(minutes) => setHold(Number(minutes))}
          />
        )}
      </Panel>
      <Panel title={t('imports.start.rights')}>
        <Checkbox
          label={t('imports.start.consent', { department: department.name })}
          description={t('imports.start.consentHelp')}
          checked={consent}
          error={start.asked && !consent && t('imports.start.needConsent')}
          onChange={(event) => setConsent(event.currentTarget.checked)}
        />
      </Panel>
      {publish && <Notice>{t('imports.start.publishNotice')}</Notice>}
      <Group justify="flex-end" mt="md">
        <Text c="dimmed">{t('imports.goesOn')}</Text>
        <Button loading={start.busy} onClick={submit}>
          {t(publish ? 'imports.start.submitPublish' : 'imports.start.submit', words)}
        </Button>
      </Group>
    </div>
  );
}

/** Starts the run if the form is complete, and adds it to the tray. */
function useStart({ uuid }: Import) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());

  const run = async (complete: boolean, options: Start) => {
    setAsked(true);
    if (!complete) return;
    setBusy(true);
    setProblems([]);
    try {
      const started = await startImport(uuid, options, idempotencyKey);
      const address = importAddress(uuid);
      followOperation(`${address}/result`);
      keepImport(queries, started);
      await navigate(`${address}/result`, { replace: true });
    } catch (error) {
      setProblems(error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')]);
      // After an error response, the next attempt is a new request with its own key.
      if (error instanceof ApiError && error.status !== NO_ANSWER) setIdempotencyKey(crypto.randomUUID());
      setBusy(false);
    }
  };
  return { asked, busy, problems, run };
}
