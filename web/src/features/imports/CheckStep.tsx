import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { saveBlob } from '../../lib/saveBlob';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { errorFile } from './api';
import { CheckedRows } from './CheckedRows';
import { Notice } from './Notice';
import type { Import } from './types';

/** The result of the check: valid rows, and rows to fix before they can be imported. */
export function CheckStep({ spreadsheet }: { spreadsheet: Import }) {
  return spreadsheet.state === 'mapped' ? (
    <Checking spreadsheet={spreadsheet} />
  ) : (
    <Checked spreadsheet={spreadsheet} />
  );
}

function Checking({ spreadsheet: { total_rows: total } }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = t('imports.check.running', { count: total, number: format.number(total) });
  return (
    <Panel>
      <Text role="status">{words}</Text>
      <Progress value={100} animated aria-label={words} />
      <Text c="dimmed">{t('imports.goesOn')}</Text>
    </Panel>
  );
}

function Checked({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const { uuid, good_rows, warning_rows, error_rows, new_recipients: credits, notices } = spreadsheet;
  const ready = good_rows + warning_rows;
  return (
    <Stack gap="md">
      <CheckedRows spreadsheet={spreadsheet} />
      {notices.map(({ code, message }) => (
        <Notice key={`${code} ${message}`}>{message}</Notice>
      ))}
      <Group justify="space-between" gap="md">
        <Text c="dimmed">
          {t('imports.check.credits', { count: credits, number: format.number(credits) })}
        </Text>
        <Group gap="xs">
          {error_rows > 0 && <ErrorFileButton uuid={uuid} />}
          {mayManage && ready > 0 && (
            <Button component={Link} to={`${importAddress(uuid)}/start`}>
              {t('imports.check.submit', { count: ready, number: format.number(ready) })}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

/** Downloads the rows with errors and their reasons. */
export function ErrorFileButton({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      saveBlob(await errorFile(uuid), 'laurel-import-errors.csv');
    } catch (error) {
      toast.formWarning(t('imports.check.errorsFailed'), error instanceof ApiError ? error.lines : []);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void fetchIt()}
    >
      {t('imports.check.errors')}
    </Button>
  );
}
