import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Import } from './types';

/** A spreadsheet that could not be processed: the alert from the specification, the reason, and what to do. */
export function ImportFailed({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const group = spreadsheet.settings.group_id;
  return (
    <Stack gap="md" maw={640}>
      <Alert
        role="alert"
        color="red"
        variant="light"
        icon={<IconAlertTriangle size={18} />}
        title={t('alerts.spreadsheet.title')}
      >
        <Text inherit c="var(--lr-ink)">
          {t('alerts.spreadsheet.body')}
        </Text>
        {spreadsheet.problem && (
          <Text inherit c="var(--lr-ink)" mt={8} fw={500}>
            {spreadsheet.problem.message}
          </Text>
        )}
      </Alert>
      <Group>
        <Button component={Link} to={group ? `/imports/new?group_id=${group}` : '/imports/new'}>
          {t('imports.failed.another')}
        </Button>
      </Group>
    </Stack>
  );
}
